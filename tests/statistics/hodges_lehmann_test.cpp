#include "bench/statistics/hodges_lehmann.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/pairwise_selection.hpp"
#include "bench/statistics/philox.hpp"
#include "bench/statistics/rank_intervals.hpp"
#include "bench/statistics/sample_checks.hpp"
#include "bench/statistics/signed_rank_test.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(hodges_lehmann, agrees_with_all_pairs) {
  for (const auto& want : reference().at("one_sample")) {
    const std::vector<double> samples = reference_samples(want.at("samples"));
    EXPECT_NEAR(hodges_lehmann(samples).value, want.at("hodges_lehmann").get<double>(), 1e-12);
    for (const auto& item : want.at("walsh")) {
      EXPECT_NEAR(kth_walsh_average(ascending(samples), item[0]), item[1].get<double>(), 1e-14);
    }
  }
}

TEST(hodges_lehmann, leaves_out_the_tabled_number_of_averages) {
  for (const auto& item : reference().at("rank_intervals").at("signed_rank")) {
    EXPECT_EQ(signed_rank_interval(item[0], 0.95).left_out, item[1].get<std::size_t>()) << item;
  }
}

TEST(hodges_lehmann, approximate_ranks_continue_the_exact_ones) {
  const auto exact = static_cast<double>(signed_rank_interval(50, 0.95).left_out);
  const auto normal = static_cast<double>(signed_rank_interval(51, 0.95).left_out);
  // Mean - 1.96 deviations grows by 18 from 50 samples to 51.
  EXPECT_NEAR(normal - exact, 18, 3);
  EXPECT_NEAR(signed_rank_interval(1000, 0.95).coverage, 0.95, 1e-4);
}

TEST(hodges_lehmann, interval_is_what_the_test_does_not_reject) {
  const std::vector<double> samples = reference_samples("twelve");
  const location_estimate got = hodges_lehmann(samples);
  const double nudge = 1e-9;
  EXPECT_GT(signed_rank_test(samples, got.range.lo + nudge).p_value, 0.05);
  EXPECT_LE(signed_rank_test(samples, got.range.lo - nudge).p_value, 0.05);
  EXPECT_GT(signed_rank_test(samples, got.range.hi - nudge).p_value, 0.05);
  EXPECT_LE(signed_rank_test(samples, got.range.hi + nudge).p_value, 0.05);
}

TEST(hodges_lehmann, few_samples_give_the_range_and_its_confidence) {
  const location_estimate one = hodges_lehmann(std::vector<double>{3});
  EXPECT_DOUBLE_EQ(one.value, 3);
  EXPECT_DOUBLE_EQ(one.range.confidence, 0);
  const location_estimate five = hodges_lehmann(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(five.range.lo, 1);
  EXPECT_DOUBLE_EQ(five.range.hi, 5);
  EXPECT_DOUBLE_EQ(five.range.confidence, 1 - 2.0 / 32);
}

TEST(hodges_lehmann, equal_and_extreme_samples) {
  const location_estimate equal = hodges_lehmann(std::vector<double>(9, -2.5));
  EXPECT_EQ(equal.value, -2.5);
  EXPECT_EQ(equal.range.lo, equal.range.hi);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(hodges_lehmann(std::vector<double>{huge, huge, huge}).value, huge);
  EXPECT_EQ(hodges_lehmann(std::vector<double>{-1, 1}).value, 0);
}

TEST(hodges_lehmann, ten_thousand_samples_need_no_list_of_pairs) {
  random_stream random(3);
  std::vector<double> samples(10000);
  for (double& value : samples) value = random.uniform();
  const location_estimate got = hodges_lehmann(samples);
  EXPECT_NEAR(got.value, 0.5, 0.015);
  EXPECT_TRUE(got.range.contains(got.value));
  EXPECT_NEAR(got.range.half_width(), 1.96 * 0.2887 / 100, 5e-4);
}

}  // namespace
}  // namespace warpmark::statistics
