#pragma once

#include <span>
#include <vector>

#include "bench/statistics/t_test.hpp"

namespace warpmark::statistics {

/// A scaled inverse chi-squared prior of the variances of many points: the prior variance of a
/// point and its weight in degrees of freedom.
struct variance_prior {
  double variance = 0;
  double df = 0;  ///< Infinite where the points do not differ more than by chance.
};

/// Fits the prior to sample variances with `dfs` degrees of freedom by the first two moments of
/// their logarithms (Smyth, Linear models and empirical Bayes methods …, Statistical Applications
/// in Genetics and Molecular Biology 3 (2004), article 3, section 6.2).
///
/// Variances below 1e-5 of their median (points with equal samples) are raised to it, since
/// they have no logarithm. At least two points, every df > 0, no negative variance and not all
/// zero, else std::invalid_argument.
variance_prior fit_variance_prior(std::span<const double> variances, std::span<const double> dfs);

/// The posterior variance and degrees of freedom of one point: the mean of both
/// variances weighted by their df (the same, section 4).
variance_prior posterior_variance(double variance, double df, const variance_prior& prior);

/// One t test per point that its mean is `shift`, all sharing a prior fitted to them: with five
/// rounds per point and hundreds of points it has the power of a t test of about twice the rounds.
/// A point's degrees of freedom are capped at the sum of all points' own. At least two points of n
/// >= 2.
std::vector<t_result> moderated_t_test(std::span<const sample_moments> points, double shift = 0,
                                       alternative side = alternative::two_sided);

}  // namespace warpmark::statistics
