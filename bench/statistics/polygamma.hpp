#pragma once

namespace warpmark::statistics {

/// The first and second derivative of log gamma; x > 0, else std::invalid_argument.
double digamma(double x);
double trigamma(double x);

/// The y > 0 with trigamma(y) = x, to full precision; x > 0, else std::invalid_argument.
///
/// Newton's method on 1 / trigamma, which is nearly linear and convex, so that it converges from
/// 1/2 + 1/x monotonically (Smyth, Statistical Applications in Genetics and Molecular Biology 3
/// (2004), article 3, appendix).
double trigamma_inverse(double x);

}  // namespace warpmark::statistics
