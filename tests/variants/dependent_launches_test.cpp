// Plans with pdl=on: which launches overlap, and that the interpreter finds what a kernel accesses
// too early.

#include "variants/contract/dependent_launches.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/core/embedded_kernels.hpp"
#include "bench/core/selection.hpp"
#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const std::string sound_call = "dependent_launch::wait_and_trigger();";

launch_step launch(bool cooperative = false) {
  launch_step step;
  step.shape.cooperative = cooperative;
  return step;
}

const fill_step fill{{0}, scalar_argument::of(0u), 1};

/// Whether each launch of the plan overlaps the one before it.
std::vector<bool> overlapping(launch_plan plan) {
  overlap_launches(plan);
  std::vector<bool> result;
  for (const auto& step : plan.steps) {
    if (const auto* one = std::get_if<launch_step>(&step))
      result.push_back(one->shape.programmatic);
    if (const auto* series = std::get_if<launch_series>(&step))
      for (std::uint64_t i = 0; i < series->count; ++i)
        result.push_back(series->at(i).shape.programmatic);
  }
  return result;
}

launch_series series_of(std::uint64_t count) {
  return {count, [](std::uint64_t) { return launch(); }};
}

TEST(overlapping_launches, follow_a_launch_of_this_or_the_last_execution) {
  EXPECT_EQ(overlapping({.steps = {launch(), launch()}}), (std::vector{true, true}));
  EXPECT_EQ(overlapping({.steps = {launch()}}), std::vector{true});
  EXPECT_EQ(overlapping({.steps = {series_of(3), launch()}}),
            (std::vector{true, true, true, true}));
  EXPECT_TRUE(overlapping({}).empty());
}

TEST(overlapping_launches, do_not_follow_a_fill_or_a_copy) {
  EXPECT_EQ(overlapping({.steps = {launch(), fill, launch(), launch()}}),
            (std::vector{true, false, true}));
  EXPECT_EQ(overlapping({.steps = {fill, series_of(2)}}), (std::vector{false, true}));
  EXPECT_EQ(overlapping({.steps = {launch(), copy_step{{0}, {1}, 4}}}), std::vector{false});
  EXPECT_EQ(overlapping({.steps = {launch(), launch()}, .restore = {copy_step{{0}, {1}, 4}}}),
            (std::vector{false, true}));
  EXPECT_EQ(overlapping({.steps = {launch(), series_of(0)}}), std::vector{false});
}

TEST(overlapping_launches, are_not_cooperative) {
  EXPECT_EQ(overlapping({.steps = {launch(), launch(true), launch()}}),
            (std::vector{true, false, true}));
}

TEST(overlapping_launches, are_seen_in_the_plan) {
  launch_plan plan{.steps = {fill, series_of(2)}};
  EXPECT_FALSE(has_dependent_launch(plan));
  overlap_launches(plan);
  EXPECT_TRUE(has_dependent_launch(plan)) << "the second of the series";
  EXPECT_FALSE(begins_with_dependent_launch(plan));
  plan = {.steps = {launch()}};
  EXPECT_FALSE(begins_with_dependent_launch(plan));
  overlap_launches(plan);
  EXPECT_TRUE(begins_with_dependent_launch(plan));
}

TEST(pdl, needs_compute_capability_9) {
  const variant& variant = *built_in_registry().find_variant("reduce/tree_multipass");
  const point on{&variant, problem_of(variant, {}), config_of(variant, {{"pdl", "on"}})};
  const point off{&variant, problem_of(variant, {}), config_of(variant, {})};
  const device_limits ampere{.architecture = "sm_86"};
  EXPECT_EQ(reason_against(on, ampere),
            "reduce/tree_multipass: pdl=on: programmatic dependent launch needs compute capability "
            "9.0");
  EXPECT_TRUE(is_taken(off, ampere));
  for (const char* newer : {"sm_90", "sm_90a", "compute_90", "sm_100", "sm_120f"})
    EXPECT_TRUE(is_taken(on, {.architecture = newer})) << newer;
}

std::vector<std::string> variants_with_pdl() {
  std::vector<std::string> result;
  for (const auto& variant : built_in_registry().variants())
    if (config_of(variant, {}).find("pdl") != nullptr) result.push_back(variant.path());
  return result;
}

class pdl_variant : public testing::TestWithParam<std::string> {
 protected:
  const variant& of() const { return *built_in_registry().find_variant(GetParam()); }

  /// With pdl=on, and launches that follow each other unless `other` says otherwise.
  config on(const settings& other = {}) const {
    settings values = {{"pdl", "on"}, {"merge", "table"}, {"search", "separate"}};
    values.insert(values.end(), other.begin(), other.end());
    return config_of(of(), values);
  }

  /// Every way to do it: each value of each axis that is a text, without and with payloads.
  std::vector<point> choices() const {
    std::vector<config> configs = {on()};
    for (const auto& along : of().axes)
      for (const auto& value : along.values)
        if (along.name != "pdl" && std::holds_alternative<std::string>(value))
          configs.push_back(on({{along.name, value}}));
    std::vector<point> result;
    for (const config& config : configs)
      for (const char* payload : {"none", "u32"}) {
        const point tried{
            &of(), problem_of(of(), {{"n", std::int64_t{3001}}, {"payload", payload}}), config};
        const bool is_known = std::any_of(result.begin(), result.end(), [&](const point& known) {
          return known.key() == tried.key();
        });
        if (!is_known && is_taken(tried, test_limits("simt"))) result.push_back(tried);
      }
    return result;
  }
};

// The plans are those of pdl=off but for the attribute.
TEST_P(pdl_variant, is_right_and_waits) {
  point_runner runner("simt");
  bool overlapped = false;
  for (const std::int64_t n : {0, 1, 1009, 20'011}) {
    const point point{&of(), problem_of(of(), {{"n", n}}), on()};
    if (!is_taken(point, test_limits("simt"))) continue;
    overlapped |= has_dependent_launch(of().plan(point.problem, point.config, test_limits("simt")));
    const measurement result = runner.measure(point);
    expect_ok(result);
    expect_predicted_counters(of(), result);
  }
  EXPECT_TRUE(overlapped);
}

// Also with the values of all axes that are texts, which may have kernels of their own.
TEST_P(pdl_variant, is_right_and_waits_with_every_choice) {
  const auto points = choices();
  ASSERT_FALSE(points.empty());
  for (const auto& result : interpret_all(points)) {
    expect_ok(result);
    expect_predicted_counters(of(), result);
  }
}

// A kernel that never waits would not be seen to have ended by the one after the next.
TEST_P(pdl_variant, has_kernels_that_wait_and_let_the_next_one_start) {
  const device_limits limits = test_limits("simt");
  auto points = choices();
  points.push_back({&of(), problem_of(of(), {{"n", std::int64_t{20'011}}}), on()});
  std::set<std::string> seen;
  for (const point& point : points) {
    if (!is_taken(point, limits)) continue;
    for (const auto& kernel : of().plan(point.problem, point.config, limits).kernels) {
      if (!seen.insert(kernel.expression).second) continue;
      const auto compiled =
          shared_compiler().submit(embedded_kernel(kernel.file, kernel.expression, "compute_90"));
      const std::string& ptx = compiled.get()->ptx;
      EXPECT_NE(ptx.find("griddepcontrol.wait"), std::string::npos) << kernel.expression;
      EXPECT_NE(ptx.find("griddepcontrol.launch_dependents"), std::string::npos)
          << kernel.expression;
    }
  }
  EXPECT_FALSE(seen.empty());
}

INSTANTIATE_TEST_SUITE_P(registry, pdl_variant, testing::ValuesIn(variants_with_pdl()),
                         name_of_path);

measurement run_with_wait(const std::string& wait, std::int64_t n, const char* pdl) {
  const variant& variant = *built_in_registry().find_variant("reduce/tree_sequential");
  return interpret_source(
      {&variant, problem_of(variant, {{"n", n}}), config_of(variant, {{"pdl", pdl}})},
      replaced(std::string(kernels::text("reduce/tree_sequential.cuh")), sound_call, wait));
}

TEST(planted_wait, that_is_missing_is_found_with_pdl_alone) {
  expect_ok(run_with_wait(sound_call, 1009, "on"));
  expect_ok(run_with_wait("", 1009, "off"));
  const measurement result = run_with_wait("", 1009, "on");
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(found(result, "griddepcontrol_order"));
  EXPECT_NE(result.reason.find("before"), std::string::npos) << result.reason;
}

TEST(planted_wait, that_lets_the_next_launch_start_only_is_found) {
  EXPECT_TRUE(
      found(run_with_wait("dependent_launch::trigger();", 1009, "on"), "griddepcontrol_order"));
}

// Its only launch stores what that of the execution before stored.
TEST(planted_wait, that_is_missing_between_executions_is_found) {
  expect_ok(run_with_wait(sound_call, 100, "on"));
  EXPECT_TRUE(found(run_with_wait("", 100, "on"), "griddepcontrol_order"));
}

// The last kernel of three may load the elements before its wait, and not the tiles' prefixes.
TEST(planted_wait, that_comes_too_late_is_found) {
  const std::string wait = "  if constexpr (seeded) dependent_launch::wait_and_trigger();\n",
                    use = "  if constexpr (seeded) tile.add(prefixes[blockIdx.x]);\n";
  const variant& variant = *built_in_registry().find_variant("scan/reduce_then_scan");
  const auto run = [&](const std::string& early, const std::string& late) {
    const std::string tiles =
        replaced(std::string(kernels::text("scan/scan_tiles.cuh")), wait, early);
    return interpret_source(
        {&variant, problem_of(variant, {{"n", std::int64_t{5000}}}),
         config_of(variant, {{"pdl", "on"}})},
        replaced(std::string(kernels::text("scan/shuffle_two_level.cuh")),
                 "#include \"scan/scan_tiles.cuh\"", replaced(tiles, use, use + late)) +
            "#include \"scan/reduce_tiles.cuh\"\n");
  };
  expect_ok(run(wait, ""));
  EXPECT_TRUE(found(run("", wait), "griddepcontrol_order"));
}

// Before the start event of a sample: what they let start early would not be timed.
TEST(kernels_between_samples, let_no_launch_overlap_them) {
  for (const char* file : {"ceilings/flush.cuh", "renew/renew.cuh"}) {
    EXPECT_EQ(kernels::text(file).find("dependent_launch"), std::string::npos) << file;
    EXPECT_EQ(kernels::text(file).find("griddepcontrol"), std::string::npos) << file;
  }
}

}  // namespace
}  // namespace warpmark::tests
