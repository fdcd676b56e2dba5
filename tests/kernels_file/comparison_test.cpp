#include "bench/kernels_file/comparison.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace warpmark::kernels_file {
namespace {

template <class T>
oracle_result compared(std::vector<T> expected, std::vector<T> got, comparison comparison) {
  return compare(std::as_bytes(std::span(expected)), std::as_bytes(std::span(got)), comparison);
}

constexpr comparison exact_floats{element_type::f32, 0, 0};

TEST(comparison, without_a_tolerance_only_equal_values_pass) {
  EXPECT_TRUE(compared<float>({1, 2}, {1, 2}, exact_floats).ok);
  const auto found = compared<float>({1, 2}, {1, 2.5f}, exact_floats);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.first_bad_index, 1u);
  EXPECT_EQ(found.expected, "2");
  EXPECT_EQ(found.got, "2.5");
  EXPECT_EQ(found.error, 0.5);
}

TEST(comparison, tolerances_add_up) {
  EXPECT_TRUE(compared<float>({100}, {100.9f}, {element_type::f32, 0.5, 0.005}).ok);
  EXPECT_FALSE(compared<float>({100}, {101.1f}, {element_type::f32, 0.5, 0.005}).ok);
  EXPECT_FLOAT_EQ(
      static_cast<float>(compared<float>({100, 5}, {100.5f, 5}, {element_type::f32, 1, 0}).error),
      0.5f);
}

TEST(comparison, special_values_equal_themselves_alone) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = HUGE_VALF;
  EXPECT_TRUE(compared<float>({nan, inf, -inf, 0}, {-nan, inf, -inf, -0.0f}, exact_floats).ok);
  for (const auto& [expected, got] :
       {std::pair{nan, 1.0f}, {1.0f, nan}, {inf, -inf}, {inf, 1.0f}, {1.0f, inf}})
    EXPECT_FALSE(compared<float>({expected}, {got}, {element_type::f32, 1e30, 1e30}).ok)
        << expected << " " << got;
}

TEST(comparison, integers_of_64_bits_are_told_apart) {
  const std::int64_t big = std::int64_t{1} << 60;
  EXPECT_FALSE(compared<std::int64_t>({big}, {big + 1}, {element_type::i64, 0, 0}).ok);
  EXPECT_TRUE(compared<std::int64_t>({10}, {12}, {element_type::i64, 2, 0}).ok);
  EXPECT_FALSE(compared<std::uint32_t>({0}, {4000000000u}, {element_type::u32, 5, 0}).ok);
}

TEST(comparison, nothing_is_right_before_something_is_expected) {
  EXPECT_FALSE(compared<float>({}, {1}, exact_floats).ok);
}

}  // namespace
}  // namespace warpmark::kernels_file
