#include "variants/contract/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

TEST(distribution, entropies_set_the_bits_that_their_name_says) {
  const std::pair<const char*, double> known[] = {{"entropy_0.811", 1.0 / 4},
                                                  {"entropy_0.544", 1.0 / 8},
                                                  {"entropy_0.337", 1.0 / 16},
                                                  {"entropy_0.201", 1.0 / 32}};
  constexpr std::size_t n = 20'000;
  for (const auto& [name, fraction] : known) {
    const double told = -fraction * std::log2(fraction) - (1 - fraction) * std::log2(1 - fraction);
    EXPECT_NEAR(told, std::stod(std::string(name).substr(8)), 5e-4) << name;
    std::vector<int> set(64);
    for (const std::uint64_t word : drawn<std::uint64_t>(name, n))
      for (int bit = 0; bit < 64; ++bit)
        set[static_cast<std::size_t>(bit)] += static_cast<int>(word >> bit & 1);
    // Every bit, within 6 standard errors.
    for (const int count : set)
      EXPECT_NEAR(count / double{n}, fraction, 6 * std::sqrt(fraction / n)) << name;
  }
}

TEST(distribution, a_sawtooth_begins_anew_after_each_thousand) {
  const auto values = drawn<std::int32_t>("sawtooth", 2500);
  for (std::size_t i = 1; i < values.size(); ++i)
    if (i % 1000 == 0)
      EXPECT_EQ(values[i], values[0]);
    else
      EXPECT_GT(values[i], values[i - 1]) << i;
}

TEST(distribution, an_organ_pipe_is_the_same_from_both_ends_and_highest_in_the_middle) {
  for (const std::size_t n : {1000ul, 1001ul}) {
    auto values = drawn<float>("organ_pipe", n);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(values[i], values[n - 1 - i]);
    for (std::size_t i = 1; i < n / 2; ++i) EXPECT_GT(values[i], values[i - 1]);
  }
}

TEST(distribution, special_integers_are_the_extremes) {
  const auto values = drawn<std::int32_t>("special", 1000);
  using limits = std::numeric_limits<std::int32_t>;
  EXPECT_EQ(std::set<std::int32_t>(values.begin(), values.end()),
            (std::set<std::int32_t>{limits::min(), limits::min() + 1, 0, 1, limits::max() - 1,
                                    limits::max()}));
}

template <class T>
void expect_every_kind_of_float() {
  using limits = std::numeric_limits<T>;
  const auto values = drawn<T>("special", 1000);
  const auto some = [&](auto&& is) { return std::any_of(values.begin(), values.end(), is); };
  for (const bool negative : {false, true}) {
    EXPECT_TRUE(some([&](T x) { return std::isnan(x) && std::signbit(x) == negative; }));
    EXPECT_TRUE(some([&](T x) { return std::isinf(x) && std::signbit(x) == negative; }));
    EXPECT_TRUE(some([&](T x) { return x == 0 && std::signbit(x) == negative; }));
    for (const T magnitude : {limits::denorm_min(), T(1), limits::max()})
      EXPECT_TRUE(some([&](T x) { return x == (negative ? -magnitude : magnitude); }));
  }
}

TEST(distribution, special_floats_are_of_every_kind_and_sign) {
  expect_every_kind_of_float<float>();
  expect_every_kind_of_float<double>();
}

TEST(distribution, every_name_fills_every_size) {
  for (const auto* names : {&distribution_names(), &key_distribution_names()})
    for (const auto& name : *names)
      for (const std::size_t n : {0ul, 1ul, 2ul, 1000ul})
        EXPECT_EQ(drawn<double>(name, n).size(), n);
  EXPECT_THROW(drawn<int>("gaussian", 3), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark
