// What every histogram of count must get right beyond what all variants are tested for: keys
// outside the bins, below and above, and numbers of bins that no byte can have.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

class histogram : public testing::TestWithParam<std::string> {
 protected:
  // Where the variant takes the problem.
  void expect_right(const std::vector<std::pair<std::string, parameter_value>>& with) {
    const variant& variant = *built_in_registry().find_variant(GetParam());
    const std::string backend = test_backend_of(variant);
    if (backend.empty()) GTEST_SKIP() << variant.unavailable_on("simt");
    const point point{&variant, problem_of("count", with), config_of(variant, {})};
    if (!is_taken(point, test_limits(backend))) return;
    const auto result = measure_on(backend, point);
    EXPECT_EQ(name(result.status), "ok") << point.key() << ": " << result.reason << result.log;
  }
};

TEST_P(histogram, ignores_keys_outside_the_bins) {
  for (const char* type : {"u16", "i32", "u64"})
    for (const std::int64_t offset : {0, 1})
      expect_right(
          {{"type", type}, {"n", std::int64_t{5003}}, {"dist", "overflowing"}, {"offset", offset}});
}

TEST_P(histogram, counts_in_bins_that_are_no_power_of_two) {
  for (const char* dist : {"uniform", "overflowing"})
    expect_right({{"type", "i32"},
                  {"n", std::int64_t{20'011}},
                  {"bins", std::int64_t{1000}},
                  {"dist", dist}});
}

TEST_P(histogram, counts_every_value_of_16_bits) {
  for (const char* dist : {"uniform", "distinct", "constant"})
    expect_right({{"type", "u16"},
                  {"n", std::int64_t{66'003}},
                  {"bins", std::int64_t{65536}},
                  {"dist", dist}});
}

// More than shared memory holds, in any type that has them, up to the contract's maximum.
TEST_P(histogram, counts_in_many_bins) {
  for (const char* type : {"u32", "u64"})
    for (const char* dist : {"uniform", "zipf_scattered", "sorted", "constant", "overflowing"})
      expect_right({{"type", type},
                    {"n", std::int64_t{20'011}},
                    {"bins", std::int64_t{100'003}},
                    {"dist", dist},
                    {"offset", std::int64_t{1}}});
  expect_right({{"type", "u32"}, {"n", std::int64_t{5003}}, {"bins", (std::int64_t{1} << 24) - 5}});
}

// Variants that count dense keys; those that make tables are slow by design, or tested elsewhere.
bool answers_with_counts(const variant& variant) {
  const auto buffers = variant.plan(problem_of("count", {}), config_of(variant, {}), {}).buffers;
  return std::any_of(buffers.begin(), buffers.end(),
                     [](const buffer_spec& buffer) { return buffer.name == "counts"; });
}

std::vector<std::string> count_paths() {
  std::vector<std::string> result;
  for (const auto& variant : built_in_registry().variants())
    if (variant.family == "count" && answers_with_counts(variant)) result.push_back(variant.path());
  return result;
}

INSTANTIATE_TEST_SUITE_P(registry, histogram, testing::ValuesIn(count_paths()), name_of_path);

point merged_by(const char* merge, std::int64_t block, std::int64_t blocks_per_sm) {
  const variant& variant = *built_in_registry().find_variant("count/replicated");
  return {&variant, problem_of(variant, {{"n", std::int64_t{1} << 22}}),
          config_of(variant, {{"merge", merge},
                              {"block", block},
                              {"blocks_per_sm", blocks_per_sm},
                              {"copies", std::int64_t{32}}})};
}

bool is_cooperative(const point& point) {
  const launch_plan plan = point.variant->plan(point.problem, point.config, {});
  return std::any_of(plan.steps.begin(), plan.steps.end(), [](const plan_step& step) {
    const auto* launch = std::get_if<launch_step>(&step);
    return launch != nullptr && launch->shape.cooperative;
  });
}

// A block that waits in the place of one that it waits for does so for ever.
TEST(blocks_that_wait_for_the_first_one, are_resident) {
  for (const char* merge : {"flag", "flag_warp"}) {
    EXPECT_TRUE(is_cooperative(merged_by(merge, 512, 2))) << merge;
    EXPECT_TRUE(is_taken(merged_by(merge, 512, 2), {})) << merge;
    // 1024 * 3 threads; 8 histograms of 32 copies of 256 counters.
    EXPECT_FALSE(is_taken(merged_by(merge, 992, 3), {})) << merge;
    EXPECT_FALSE(is_taken(merged_by(merge, 128, 8), {})) << merge;
  }
  EXPECT_TRUE(is_taken(merged_by("flag", 1024, 2), {}));
  for (const char* merge : {"atomics", "ticket", "table"}) {
    EXPECT_FALSE(is_cooperative(merged_by(merge, 128, 8))) << merge;
    EXPECT_TRUE(is_taken(merged_by(merge, 128, 8), {})) << merge;
  }
}

}  // namespace
}  // namespace warpmark::tests
