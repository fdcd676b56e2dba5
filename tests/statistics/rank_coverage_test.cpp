// Ranks of intervals against exact distributions, computed here by other means than in the library.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/hodges_lehmann.hpp"
#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/rank_distributions.hpp"
#include "bench/statistics/rank_intervals.hpp"
#include "bench/statistics/signed_rank_test.hpp"

namespace warpmark::statistics {
namespace {

constexpr double exactly = 1e-11;

/// P(X <= k) of each k in turn, for the number of heads among n fair coins and for the sum of a
/// random subset of 1..n. Both grow by one coin at a time.
class coin_sums {
 public:
  enum class weight { one, number };
  explicit coin_sums(weight of) : of_(of) {}

  void add_coin() {
    ++n_;
    const std::size_t step = of_ == weight::one ? 1 : n_;
    std::vector<double> grown(probabilities_.size() + step, 0.0);
    for (std::size_t k = 0; k < probabilities_.size(); ++k) {
      grown[k] += probabilities_[k] / 2;
      grown[k + step] += probabilities_[k] / 2;
    }
    probabilities_ = std::move(grown);
  }

  double at_most(std::size_t most) const {
    double sum = 0;
    for (std::size_t k = 0; k <= most; ++k) sum += probabilities_[k];
    return sum;
  }

  /// The number of smallest values whose probabilities together are at most `tail`.
  std::size_t values_within(double tail) const {
    double sum = 0;
    std::size_t count = 0;
    while ((sum += probabilities_[count]) <= tail) ++count;
    return count;
  }

  std::size_t n() const { return n_; }

 private:
  weight of_;
  std::size_t n_ = 0;
  std::vector<double> probabilities_ = {1.0};
};

TEST(rank_coverage, median_ranks_are_the_narrowest_that_cover_enough) {
  coin_sums below(coin_sums::weight::one);
  while (below.n() < 900) {
    below.add_coin();
    const std::size_t n = below.n();
    for (const double confidence : {0.5, 0.9, 0.95, 0.99, 0.999}) {
      const std::size_t outside = below.values_within((1 - confidence) / 2);
      const median_ranks got = median_interval_ranks(n, confidence);
      const std::size_t lower = std::max<std::size_t>(outside, 1);
      ASSERT_EQ(got.lower, lower) << n << " " << confidence;
      ASSERT_EQ(got.upper, n + 1 - lower) << n << " " << confidence;
      const double coverage = n == 1 ? 0 : 1 - 2 * below.at_most(lower - 1);
      ASSERT_NEAR(got.coverage, coverage, exactly) << n << " " << confidence;
    }
  }
}

TEST(rank_coverage, exact_signed_ranks_leave_out_as_many_as_they_may) {
  coin_sums statistic(coin_sums::weight::number);
  while (statistic.n() < max_exact_ranks) {
    statistic.add_coin();
    for (const double confidence : {0.8, 0.9, 0.95, 0.99}) {
      const std::size_t outside = statistic.values_within((1 - confidence) / 2);
      const std::size_t left_out = outside == 0 ? 0 : outside - 1;
      const rank_interval got = signed_rank_interval(statistic.n(), confidence);
      ASSERT_EQ(got.left_out, left_out) << statistic.n() << " " << confidence;
      ASSERT_NEAR(got.coverage, std::max(0.0, 1 - 2 * statistic.at_most(left_out)), exactly)
          << statistic.n() << " " << confidence;
    }
  }
}

// One pairwise value more or less is what the continuity correction decides. At 95 % the
// approximation errs on the safe side by two of them at most, and by one at 90 % either way.
TEST(rank_coverage, approximate_signed_ranks_cover_what_they_claim) {
  coin_sums statistic(coin_sums::weight::number);
  while (statistic.n() < max_exact_ranks) statistic.add_coin();
  std::size_t equal_at_90 = 0;
  while (statistic.n() < 300) {
    statistic.add_coin();
    const std::size_t n = statistic.n();
    const rank_interval at_95 = signed_rank_interval(n, 0.95);
    const std::size_t exact_95 = statistic.values_within(0.025) - 1;
    ASSERT_LE(at_95.left_out, exact_95) << n;
    ASSERT_GE(at_95.left_out + 2, exact_95) << n;
    ASSERT_GE(1 - 2 * statistic.at_most(at_95.left_out), 0.95) << n;
    const double coverage = 1 - 2 * statistic.at_most(at_95.left_out);
    ASSERT_NEAR(at_95.coverage, coverage, 7e-4) << n;
    ASSERT_LT(at_95.coverage, coverage) << n << ": never more than it is";
    const rank_interval at_90 = signed_rank_interval(n, 0.90);
    const std::size_t exact_90 = statistic.values_within(0.05) - 1;
    ASSERT_GE(at_90.left_out, exact_90) << n;
    ASSERT_LE(at_90.left_out, exact_90 + 1) << n;
    equal_at_90 += at_90.left_out == exact_90;
  }
  EXPECT_GT(equal_at_90, 120u) << "of 250";
}

// The exact interval of 1, 2, 4, …, whose Walsh averages are all different.
TEST(rank_coverage, hodges_lehmann_takes_the_neighbouring_walsh_averages) {
  std::vector<double> samples;
  samples.reserve(12);
  for (int i = 0; i < 12; ++i) samples.push_back(std::exp2(i));
  std::vector<double> averages;
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::size_t j = i; j < samples.size(); ++j)
      averages.push_back((samples[i] + samples[j]) / 2);
  std::sort(averages.begin(), averages.end());
  const location_estimate got = hodges_lehmann(samples, 0.95);
  // The table of the signed-rank test: T = 13 is rejected for 12 at 5 % and two sides, T = 14 not.
  EXPECT_EQ(got.range.lo, averages[13]);
  EXPECT_EQ(got.range.hi, averages[averages.size() - 14]);
  EXPECT_EQ(got.value, (averages[38] + averages[39]) / 2) << "of 78";
}

TEST(rank_coverage, an_odd_number_of_walsh_averages_has_a_middle_one) {
  const location_estimate got = hodges_lehmann(std::vector<double>{0, 10, 100, 1000, 10000});
  EXPECT_EQ(got.value, 505) << "the eighth of fifteen: 0, 5, 10, 50, 55, 100, 500, 505, …";
}

// By hand: 4 of 1..4 with sums at least 9 are {2,3,4}, {1,2,3,4}: 2 of 16.
TEST(rank_coverage, two_sided_p_values_are_twice_the_smaller_tail) {
  const std::vector<double> rising{-1, 2, 3, 4};
  const std::vector<double> falling{1, -2, -3, -4};
  for (const auto& differences : {rising, falling})
    EXPECT_DOUBLE_EQ(signed_rank_test(differences).p_value, 4.0 / 16);
  EXPECT_DOUBLE_EQ(signed_rank_test(rising, 0, alternative::greater).p_value, 2.0 / 16);
  EXPECT_DOUBLE_EQ(signed_rank_test(rising, 0, alternative::less).p_value, 15.0 / 16);
  EXPECT_DOUBLE_EQ(signed_rank_test(std::vector<double>{1, 2, -3}).p_value, 1)
      << "twice the tail is more than 1";
}

// About 1.73 deviations from the mean the approximation is at its best; without the continuity
// correction of a half it would be off by 3e-4.
TEST(rank_coverage, approximate_p_values_are_corrected_towards_the_mean) {
  coin_sums statistic(coin_sums::weight::number);
  while (statistic.n() < 60) statistic.add_coin();
  std::vector<double> differences;
  for (int i = 1; i <= 60; ++i) differences.push_back(i % 3 == 0 || i == 50 ? i : -i);
  const std::size_t positive = 3 * (20 * 21 / 2) + 50;
  const signed_rank_result got = signed_rank_test(differences, 0, alternative::less);
  ASSERT_EQ(got.statistic, static_cast<double>(positive));
  EXPECT_NEAR(got.p_value, statistic.at_most(positive), 1e-4);
  EXPECT_NEAR(signed_rank_test(differences).p_value, 2 * statistic.at_most(positive), 2e-4);
}

}  // namespace
}  // namespace warpmark::statistics
