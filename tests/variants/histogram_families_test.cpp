// weighted_histogram and joint_histogram: what their oracles accept and refuse, and faults that are
// planted in their kernels.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"
#include "variants/weighted_histogram/shared/oracle.hpp"

namespace warpmark::tests {
namespace {

template <class W>
oracle_result judged(const std::vector<W>& weights, const std::vector<std::uint32_t>& keys,
                     const std::vector<W>& sums, double rounding_depth) {
  const weighted_histogram::oracle<W> truth(weights, keys, sums.size(), false);
  return truth.judge(std::as_bytes(std::span(sums)), rounding_depth);
}

TEST(weighted_oracle, requires_equal_sums_of_integers_modulo_2_to_the_32) {
  const std::vector<std::uint32_t> weights = {0xffffffff, 3, 5, 100}, keys = {1, 1, 0, 2};
  EXPECT_TRUE(judged<std::uint32_t>(weights, keys, {5, 2}, 0).ok);
  const auto bad = judged<std::uint32_t>(weights, keys, {5, 3}, 1e9);
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 1u);
  EXPECT_EQ(bad.expected, "2");
}

TEST(weighted_oracle, bounds_sums_of_floats_by_the_magnitudes_of_their_own_bin) {
  // Bin 0 is large, and bin 1 small: no error of bin 1 is hidden in bin 0's magnitude.
  const std::vector<float> weights = {0x1p24f, -0x1p24f, 1, 0x1p-20f};
  const std::vector<std::uint32_t> keys = {0, 0, 0, 1};
  EXPECT_TRUE(judged<float>(weights, keys, {1, 0x1p-20f}, 100).ok);
  EXPECT_TRUE(judged<float>(weights, keys, {0, 0x1p-20f}, 100).ok) << "1 is lost by rounding";
  EXPECT_FALSE(judged<float>(weights, keys, {20, 0x1p-20f}, 100).ok);
  const auto bad = judged<float>(weights, keys, {1, 0x1.001p-20f}, 100);
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 1u);
  EXPECT_FALSE(judged<float>(weights, keys, {std::numeric_limits<float>::quiet_NaN(), 0}, 100).ok);
}

TEST(weighted_oracle, takes_no_more_roundings_than_a_bin_has_weights) {
  const std::vector<float> weights(10, 1);
  const std::vector<std::uint32_t> keys(10, 0);
  const float ulp = 0x1p-20f;
  EXPECT_TRUE(judged<float>(weights, keys, {10 + 5 * ulp}, 1e6).ok);
  EXPECT_FALSE(judged<float>(weights, keys, {10 + 20 * ulp}, 1e6).ok);
}

point histogram_point(const std::string& path, const settings& with) {
  const variant& variant = *built_in_registry().find_variant(path);
  settings of_problem = {{"n", std::int64_t{20'011}}};
  of_problem.insert(of_problem.end(), with.begin(), with.end());
  return {&variant, problem_of(variant, of_problem), config_of(variant, {})};
}

TEST(histogram_families, are_right_in_any_number_of_bins_and_of_any_keys) {
  for (const char* name : {"atomic_global", "shared_block"})
    for (const char* dist : {"uniform", "zipf_scattered", "constant", "overflowing"}) {
      expect_ok(interpret(histogram_point(
          std::string("joint_histogram/") + name,
          {{"bins", std::int64_t{237}}, {"dist", dist}, {"offset", std::int64_t{1}}})));
      for (const char* weights : {"uniform", "constant", "exact"})
        expect_ok(interpret(histogram_point(std::string("weighted_histogram/") + name,
                                            {{"bins", std::int64_t{12'345}},
                                             {"dist", dist},
                                             {"weights", weights},
                                             {"offset", std::int64_t{1}}})));
    }
  expect_ok(interpret(histogram_point("weighted_histogram/atomic_global",
                                      {{"bins", (std::int64_t{1} << 20) + 7}})));
  expect_ok(interpret(
      histogram_point("joint_histogram/atomic_global",
                      {{"bins", std::int64_t{1009}}, {"type", "u16"}, {"dist", "sorted"}})));
}

// The point with `from` replaced by `to` in `file`, which its kernel's file includes.
measurement run_changed(const point& point, const std::string& file, const std::string& from,
                        const std::string& to) {
  std::string changed(kernels::text(file));
  const auto at = changed.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) changed.replace(at, from.size(), to);
  std::string kernel(kernels::text(point.variant->path() + ".cuh"));
  const std::string include = "#include \"" + file + "\"\n";
  kernel.replace(kernel.find(include), include.size(), changed);
  // One multiprocessor's blocks, so that each thread has several vectors.
  device_limits limits;
  limits.multiprocessors = 1;
  return interpret_source(point, kernel, limits);
}

TEST(histogram_families, find_wrong_what_loses_or_repeats_pairs) {
  const std::vector<std::pair<const char*, const char*>> faults = {
      {"thread < a.head", "thread + 1 < a.head"},
      {"if (tail < n)", "if (tail + 1 < n)"},
      {"i += threads", "i += 2 * threads"},
      {"seconds[lane])", "seconds[0])"}};
  for (const char* path : {"weighted_histogram/shared_block", "weighted_histogram/atomic_global",
                           "joint_histogram/shared_block", "joint_histogram/atomic_global"})
    for (const auto& [from, to] : faults) {
      const point point =
          histogram_point(path, {{"n", std::int64_t{60'013}}, {"offset", std::int64_t{1}}});
      const auto result = run_changed(point, "count/paired.cuh", from, to);
      EXPECT_EQ(name(result.status), "wrong") << path << ": " << to << ": " << result.reason;
    }
}

TEST(histogram_families, find_wrong_what_takes_keys_outside_the_bins) {
  const auto result =
      run_changed(histogram_point("joint_histogram/atomic_global", {{"dist", "overflowing"}}),
                  "joint_histogram/joint_bin.cuh", "row < bins && column < bins", "row < bins");
  EXPECT_NE(name(result.status), "ok");
}

}  // namespace
}  // namespace warpmark::tests
