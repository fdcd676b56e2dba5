#include "variants/contract/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

template <class T>
std::vector<T> drawn(const std::string& distribution, std::size_t n, std::uint64_t seed = 1) {
  std::vector<T> values(n);
  generate<T>(values, distribution, seed);
  return values;
}

TEST(distribution, is_a_function_of_the_seed) {
  EXPECT_EQ(drawn<int>("uniform", 1000, 7), drawn<int>("uniform", 1000, 7));
  EXPECT_NE(drawn<int>("uniform", 1000, 7), drawn<int>("uniform", 1000, 8));
}

TEST(distribution, does_not_depend_on_how_many_threads_fill_it) {
  // Large enough for several threads; a prefix is drawn by one.
  const auto large = drawn<std::uint32_t>("uniform", 1 << 20);
  const auto small = drawn<std::uint32_t>("uniform", 1000);
  EXPECT_TRUE(std::equal(small.begin(), small.end(), large.begin()));
}

TEST(distribution, uniform_floats_lie_in_minus_one_to_one_with_mean_zero) {
  const auto values = drawn<float>("uniform", 100'000);
  double sum = 0;
  for (const float value : values) {
    ASSERT_GE(value, -1.0f);
    ASSERT_LT(value, 1.0f);
    sum += value;
  }
  EXPECT_LT(std::abs(sum / 1e5), 0.01);  // 5 standard errors of 1/sqrt(3e5)
}

TEST(distribution, distinct_is_distinct) {
  for (const std::size_t n : {1000ul, 100'000ul}) {
    const auto ints = drawn<int>("distinct", n);
    EXPECT_EQ(std::set<int>(ints.begin(), ints.end()).size(), n);
    const auto floats = drawn<float>("distinct", n);
    EXPECT_EQ(std::set<float>(floats.begin(), floats.end()).size(), n);
  }
}

TEST(distribution, sorted_and_reversed) {
  const auto up = drawn<std::int64_t>("sorted", 1000);
  EXPECT_TRUE(std::is_sorted(up.begin(), up.end()));
  const auto down = drawn<double>("reversed", 1000);
  EXPECT_TRUE(std::is_sorted(down.rbegin(), down.rend()));
}

TEST(distribution, few_distinct_has_at_most_eight) {
  const auto values = drawn<int>("few_distinct", 10'000);
  EXPECT_LE(std::set<int>(values.begin(), values.end()).size(), 8u);
  EXPECT_GE(std::set<int>(values.begin(), values.end()).size(), 5u);
}

TEST(distribution, exact_values_are_small_integers) {
  for (const float value : drawn<float>("exact", 1000)) {
    EXPECT_EQ(value, std::round(value));
    EXPECT_LE(std::abs(value), 8.0f);
  }
}

TEST(distribution, every_name_fills_every_size) {
  for (const auto& name : distribution_names())
    for (const std::size_t n : {0ul, 1ul, 2ul, 1000ul}) EXPECT_EQ(drawn<double>(name, n).size(), n);
  EXPECT_THROW(drawn<int>("gaussian", 3), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark
