#pragma once

namespace warpmark::simt {

// Elementary functions from + - * / only, so that every host returns the same bits. Relative error
// below 2^-45 for finite arguments; for others the result of the C library.

/// 2^x
double exponential2(double x);
/// log2(x); NaN below 0, -infinity at 0.
double logarithm2(double x);
/// sin(2 pi turns), cos(2 pi turns); NaN at the infinities. Absolute error below 2^-45.
double sine_of_turns(double turns);
double cosine_of_turns(double turns);
double hyperbolic_tangent(double x);

}  // namespace warpmark::simt
