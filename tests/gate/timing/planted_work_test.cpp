#include "ci/gate/timing/planted_work.hpp"

#include <functional>
#include <stdexcept>

#include <gtest/gtest.h>

#include "ci/gate/timing/slowdown_calibration.hpp"
#include "kernels/embedded.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* unplanted = R"(#include "common/x.cuh"
// Of other a(b) { c }.
__device__ int kernel_helper(int a) { return a; }
template <class T, int block>
__global__ void __launch_bounds__(block + 32)
    kernel(const T* in, T (*f)(int), size_t n) {
  kernel_helper(1);
}
__global__ void other(int n) { n = 1; }
)";

// The text after the helper.
std::string planted_in(const std::string& expression) {
  const std::string text = with_planted_work(unplanted, "k.cuh", expression, 7);
  constexpr std::string_view line = "#line 1 \"k.cuh\"\n";
  return text.substr(text.find(line) + line.size());
}

TEST(planted_work, is_the_first_statement_of_the_kernel_that_is_meant) {
  const std::string call = " warpmark_planted::work();";
  std::string expected = unplanted;
  expected.insert(expected.find("size_t n) {") + 11, call);
  EXPECT_EQ(planted_in("space::kernel<int, space::op<int>, 8>"), expected);
  expected = unplanted;
  expected.insert(expected.find("other(int n) {") + 14, call);
  EXPECT_EQ(planted_in("other"), expected);
}

TEST(planted_work, needs_a_definition) {
  EXPECT_THROW(with_planted_work(unplanted, "k.cuh", "kern<int>", 7), std::invalid_argument);
  EXPECT_THROW(with_planted_work(unplanted, "k.cuh", "kernel_helper", 7), std::invalid_argument);
  launch_plan plan;
  EXPECT_THROW(with_planted_work(plan, 7), std::invalid_argument);
  EXPECT_NO_THROW(with_planted_work(plan, 0));
}

// Simulates a kernel's ratio with this many steps.
using response = std::function<double(std::uint64_t)>;

int rounds_to_find(double slowdown, const response& ratio) {
  slowdown_calibration calibration(slowdown);
  for (int round = 1; round <= 20; ++round) {
    calibration.measured(ratio(calibration.steps()));
    if (calibration.found()) return round;
  }
  return 0;
}

TEST(slowdown_calibration, finds_what_grows_with_the_steps) {
  const auto linear = [](std::uint64_t steps) { return 1 + 1e-4 * static_cast<double>(steps); };
  for (const double slowdown : {0.005, 0.02, 0.03, 0.05, 0.5}) {
    const int rounds = rounds_to_find(slowdown, linear);
    EXPECT_GT(rounds, 0) << slowdown;
    EXPECT_LE(rounds, 6) << slowdown;
  }
}

TEST(slowdown_calibration, finds_what_hides_at_first) {
  const auto hidden = [](std::uint64_t steps) {
    return 1 + 2e-5 * std::max(0.0, static_cast<double>(steps) - 3'000);
  };
  for (const double slowdown : {0.02, 0.05}) {
    const int rounds = rounds_to_find(slowdown, hidden);
    EXPECT_GT(rounds, 0) << slowdown;
    EXPECT_LE(rounds, 8) << slowdown;
  }
}

TEST(slowdown_calibration, one_lucky_measurement_is_not_enough) {
  slowdown_calibration calibration(0.02);
  for (const double ratio : {1.02, 1.03, 1.04}) {
    EXPECT_EQ(calibration.steps(), 64u);
    calibration.measured(ratio);
    EXPECT_FALSE(calibration.found());
  }
  EXPECT_LT(calibration.steps(), 64u);
}

TEST(slowdown_calibration, never_calls_found_what_is_not_there) {
  const auto nothing = [](std::uint64_t) { return 1.0; };
  EXPECT_EQ(rounds_to_find(0.02, nothing), 0);
  slowdown_calibration calibration(0.02);
  for (int round = 0; round < 20 && !calibration.has_failed(); ++round) calibration.measured(1);
  EXPECT_TRUE(calibration.has_failed());
  EXPECT_FALSE(calibration.found());
}

}  // namespace
}  // namespace warpmark::gate
