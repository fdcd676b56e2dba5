// Every config is equally likely, and random numbers are those of the standard's engine.

#include <gtest/gtest.h>

#include "tests/tuning/spaces.hpp"

namespace warpmark::tuning {
namespace {

// Pearson's statistic for equal expected counts, standardised: approximately normal for many cells.
double deviation_from_equal(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const auto count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0;
  for (const auto count : counts) {
    const double excess = static_cast<double>(count) - expected;
    statistic += excess * excess / expected;
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (statistic - freedom) / std::sqrt(2 * freedom);
}

TEST(sampling, is_uniform_over_a_constrained_space) {
  const auto product_at_most = [](std::uint32_t most) {
    return rule{"", {0, 1, 3}, [most](std::span<const std::uint32_t> levels) {
                  return (levels[0] + 1) * (levels[1] + 1) * (levels[3] + 1) <= most;
                }};
  };
  const auto over = space::of_rules({testing::numbers("a", 12), testing::numbers("b", 9),
                                     testing::numbers("c", 4), testing::numbers("d", 7)},
                                    {product_at_most(60)});
  random_source random(7);
  std::vector<std::uint64_t> counts(over.count(), 0);
  for (std::size_t i = 0; i < 100 * over.count(); ++i) ++counts[over.sample(random)];
  EXPECT_LT(std::abs(deviation_from_equal(counts)), 4.0);

  // On one axis as often as configs have the value: the sample is not uniform axis by axis.
  std::vector<std::uint64_t> configs(12, 0);
  for (config_index index = 0; index < over.count(); ++index) ++configs[over.at(index)[0]];
  std::vector<double> drawn(12, 0);
  for (std::size_t i = 0; i < 200'000; ++i) drawn[over.at(over.sample(random))[0]] += 1;
  for (std::size_t level = 0; level < 12; ++level) {
    const double share = static_cast<double>(configs[level]) / static_cast<double>(over.count());
    EXPECT_NEAR(drawn[level] / 200'000, share, 5 * std::sqrt(share / 200'000));
  }
}

TEST(sampling, of_bounds_that_are_no_power_of_two_is_uniform) {
  random_source random(3);
  for (const std::uint64_t bound : {3u, 10u, 1000u}) {
    std::vector<std::uint64_t> counts(bound, 0);
    for (std::uint64_t i = 0; i < 200 * bound; ++i) ++counts[random.below(bound)];
    EXPECT_LT(deviation_from_equal(counts), 5.0) << bound;
  }
  // With rejection, no value above 2^63 of three quarters of the range is possible.
  const std::uint64_t bound = 3ull << 62;
  std::vector<std::uint64_t> quarters(3, 0);
  for (int i = 0; i < 30'000; ++i) ++quarters[random.below(bound) >> 62];
  EXPECT_LT(deviation_from_equal(quarters), 5.0);
}

TEST(random_source, gives_the_numbers_that_the_standard_fixes) {
  random_source random(std::mt19937_64::default_seed);
  for (int i = 0; i < 9999; ++i) random.below(std::uint64_t{1} << 63);
  // [rand.predef]: the 10000th number of a default mt19937_64 is 9981545732273789042.
  EXPECT_EQ(random.below(std::uint64_t{1} << 63), 9981545732273789042u % (std::uint64_t{1} << 63));
}

}  // namespace
}  // namespace warpmark::tuning
