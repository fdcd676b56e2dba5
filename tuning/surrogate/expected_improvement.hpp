#pragma once

namespace warpmark::tuning {

/// The logarithm of the expected improvement of a normally distributed value over the best so far;
/// a value below the best improves by the difference, one above it by nothing. Jones, Schonlau and
/// Welch, Efficient global optimization of expensive black-box functions, 1998, equation 15; the
/// logarithm distinguishes clearly slower candidates, for which the expectation itself underflows.
///
/// `gain`: the best minus the mean. `deviation`: above zero.
double log_expected_improvement(double gain, double deviation);

}  // namespace warpmark::tuning
