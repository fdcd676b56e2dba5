#include "bench/inspect/contents.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/inspect/argument.hpp"

namespace warpmark::inspect {
namespace {

template <class T>
std::vector<T> values(const std::string& definition, std::uint64_t seed = 1) {
  const auto bytes = make_contents(parse_buffer_definition(definition, "x"), seed, ".");
  std::vector<T> result(bytes.size() / sizeof(T));
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

TEST(contents, plain_rules) {
  EXPECT_EQ(values<int>("i32[3]=ones"), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(values<float>("f32[2]=-0.5"), (std::vector<float>{-0.5f, -0.5f}));
  EXPECT_EQ(values<int>("i32[4]=arange(10,-3)"), (std::vector<int>{10, 7, 4, 1}));
  EXPECT_EQ(values<float>("f32x2[2]=arange(0,0.5)"), (std::vector<float>{0, 0.5f, 1, 1.5f}));
  EXPECT_EQ(values<int>("i32[3]=sorted"), (std::vector<int>{-1, 0, 1}));
  EXPECT_EQ(values<unsigned char>("u8[2]=poison"), (std::vector<unsigned char>{0xcd, 0xcd}));
}

TEST(contents, a_permutation_has_every_value_once) {
  auto found = values<std::uint32_t>("u32[1000]=permutation");
  std::vector<std::uint32_t> expected(1000);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_NE(found, expected);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

TEST(contents, uniform_numbers_fill_their_range) {
  const auto reals = values<float>("f32[10000]=uniform(2,3)");
  EXPECT_GE(*std::min_element(reals.begin(), reals.end()), 2.0f);
  EXPECT_LT(*std::max_element(reals.begin(), reals.end()), 3.0f);
  EXPECT_NEAR(std::accumulate(reals.begin(), reals.end(), 0.0) / 10000, 2.5, 0.02);
  const auto dice = values<std::int8_t>("i8[10000]=uniform(-1,4)");
  for (int face = -1; face <= 4; ++face)
    EXPECT_NEAR(static_cast<double>(std::count(dice.begin(), dice.end(), face)), 10000 / 6.0, 200);
  EXPECT_EQ(std::count_if(dice.begin(), dice.end(), [](int d) { return d < -1 || d > 4; }), 0);
}

TEST(contents, one_parameter_of_uniform_is_its_upper_bound) {
  const auto reals = values<float>("f32[10000]=uniform(0.5)");
  EXPECT_GE(*std::min_element(reals.begin(), reals.end()), 0.0f);
  EXPECT_LT(*std::max_element(reals.begin(), reals.end()), 0.5f);
  EXPECT_NEAR(std::accumulate(reals.begin(), reals.end(), 0.0) / 10000, 0.25, 0.01);
  const auto whole = values<int>("i32[1000]=uniform(3)");
  EXPECT_EQ(*std::min_element(whole.begin(), whole.end()), 0);
  EXPECT_EQ(*std::max_element(whole.begin(), whole.end()), 3);
}

TEST(contents, one_parameter_of_other_rules_is_their_first) {
  EXPECT_EQ(values<int>("i32[3]=arange(5)"), (std::vector<int>{5, 6, 7}));
  EXPECT_EQ(values<int>("i32[3]=arange"), (std::vector<int>{0, 1, 2}));
  const auto found = values<double>("f64[20000]=normal(3)");
  const double mean = std::accumulate(found.begin(), found.end(), 0.0) / 20000;
  double square = 0;
  for (const double value : found) square += (value - mean) * (value - mean);
  EXPECT_NEAR(mean, 3, 0.03);
  EXPECT_NEAR(std::sqrt(square / 20000), 1, 0.03);
}

TEST(contents, equal_bounds_of_uniform_are_one_value) {
  EXPECT_EQ(values<int>("i32[3]=uniform(2,2)"), (std::vector<int>{2, 2, 2}));
  EXPECT_THROW(values<int>("i32[3]=uniform(2,1)"), usage_error);
  EXPECT_THROW(values<float>("f32[3]=normal(0,-1)"), usage_error);
  EXPECT_THROW(values<int>("i32[3]=uniform(1,2,3)"), usage_error);
}

TEST(contents, normal_numbers_have_mean_and_deviation) {
  const auto found = values<double>("f64[20000]=normal(3,2)");
  const double mean = std::accumulate(found.begin(), found.end(), 0.0) / 20000;
  double square = 0;
  for (const double value : found) square += (value - mean) * (value - mean);
  EXPECT_NEAR(mean, 3, 0.06);
  EXPECT_NEAR(std::sqrt(square / 20000), 2, 0.05);
}

TEST(contents, depend_on_seed_and_name_alone) {
  EXPECT_EQ(values<int>("a:i32[100]=uniform"), values<int>("a:i32[100]=uniform"));
  EXPECT_NE(values<int>("a:i32[100]=uniform"), values<int>("b:i32[100]=uniform"));
  EXPECT_NE(values<int>("a:i32[100]=uniform", 1), values<int>("a:i32[100]=uniform", 2));
}

}  // namespace
}  // namespace warpmark::inspect
