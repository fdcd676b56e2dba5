#pragma once

namespace warpmark::tuning {

/// The logarithm of what a normally distributed value is expected to gain over the best so far;
/// a value below the best gains the difference, one above it nothing. Jones, Schonlau and Welch,
/// Efficient global optimization of expensive black-box functions, 1998, equation 15; as a
/// logarithm it tells clearly slower candidates apart where the expectation itself is zero in a
/// double.
///
/// `gain`: the best minus the mean. `deviation`: above zero.
double log_expected_improvement(double gain, double deviation);

}  // namespace warpmark::tuning
