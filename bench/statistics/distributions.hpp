#pragma once

#include <cstddef>

namespace warpmark::statistics {

// Distribution functions as Boost.Math computes them, in double precision throughout.
// Every function throws std::invalid_argument for a NaN or a parameter out of its range.

/// P(Z <= z) of the standard normal distribution.
double normal_cdf(double z);

/// The z with P(Z <= z) = p; 0 < p < 1.
double normal_quantile(double p);

/// P(T <= t) of Student's t with `df` > 0 degrees of freedom; an infinite df is the normal.
double student_t_cdf(double t, double df);

/// P(T >= t), accurate where it is small.
double student_t_upper_tail(double t, double df);

/// The t with P(T <= t) = p; 0 < p < 1.
double student_t_quantile(double p, double df);

/// P(X <= k) of the binomial distribution with n trials of probability p.
double binomial_cdf(std::size_t k, std::size_t n, double p);

/// P(X >= k), accurate where it is small.
double binomial_upper_tail(std::size_t k, std::size_t n, double p);

}  // namespace warpmark::statistics
