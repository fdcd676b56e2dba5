// Reductions whose blocks take tiles as they get to them, on a device that holds few blocks, and
// with one planted fault each.

#include <string>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "bench/core/pending_plan.hpp"
#include "bench/core/selection.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const settings half_kib_tiles = {{"block", std::int64_t{32}},
                                 {"stage_bytes", std::int64_t{512}},
                                 {"stages", std::int64_t{2}},
                                 {"blocks_per_sm", std::int64_t{2}}};
constexpr int tiles = 41;

point small_tiled(const std::string& name, const settings& problem_settings) {
  const variant& variant = *built_in_registry().find_variant("reduce/" + name);
  return {&variant, problem_of(variant, problem_settings), config_of(variant, half_kib_tiles)};
}

struct planted_ring {
  std::string name, from = {}, to = {};
};

// On two multiprocessors that hold two blocks each.
measurement run_on_four_blocks(const planted_ring& planted, const settings& problem_settings) {
  const std::string file = planted.name == "dynamic_tiles" ? "reduce/bulk_pipeline.cuh"
                                                           : "reduce/" + planted.name + ".cuh";
  std::string source = flattened(file, "reduce/");
  if (!planted.from.empty()) source = replaced(std::move(source), planted.from, planted.to);
  const auto machine =
      make_simt_backend({.limits = {.multiprocessors = 2, .max_blocks_per_multiprocessor = 2}});
  point_measurer measurer(*machine, {});
  const point point = small_tiled(planted.name, problem_settings);
  pending_point pending{
      .point = point,
      .own = {.plan = point.variant->plan(point.problem, point.config, machine->device().limits)}};
  for (const auto& kernel : pending.own.plan.kernels)
    pending.own.kernels.push_back(shared_compiler().submit({.name = "planted.cu",
                                                            .source = source,
                                                            .expression = kernel.expression,
                                                            .architecture = "compute_100"}));
  return measurer.measure(pending);
}

const settings many_tiles = {{"n", std::int64_t{128 * tiles - 3}}};
const settings many_tiles_unaligned = {
    {"n", std::int64_t{128 * tiles}}, {"op", "argmin"}, {"offset", std::int64_t{3}}};

TEST(bulk_ring, four_blocks_take_all_tiles) {
  for (const auto& name : {"bulk_pipeline", "dynamic_tiles", "cluster_launch_control"})
    for (const auto& of : {many_tiles, many_tiles_unaligned}) {
      const auto result = run_on_four_blocks({name}, of);
      expect_ok(result);
      EXPECT_EQ(result.seen.counters.at("blocks"), 4u) << name;
    }
}

TEST(bulk_ring, cluster_launch_control_needs_cards_that_have_it) {
  const point point = small_tiled("cluster_launch_control", many_tiles);
  EXPECT_EQ(reason_against(point, {.architecture = "sm_90"}),
            "reduce/cluster_launch_control: its instructions need compute capability 10.0");
  EXPECT_EQ(reason_against(point, {.architecture = "sm_100"}), "");
  EXPECT_EQ(reason_against(point, {.architecture = "sm_90", .interpreted = true}), "");
}

TEST(bulk_ring, kernels_are_compiled_for_an_architecture_that_has_their_instructions) {
  const auto architecture = [](const std::string& name, const std::string& device) {
    const point point = small_tiled(name, many_tiles);
    const auto plan = point.variant->plan(point.problem, point.config, {});
    return request_for(plan.kernels.front(), device, shared_compiler()).architecture;
  };
  EXPECT_EQ(architecture("dynamic_tiles", "sm_90"), "sm_90");
  EXPECT_EQ(architecture("cluster_launch_control", "sm_90"), "sm_100");
  EXPECT_EQ(architecture("cluster_launch_control", "compute_90"), "compute_100");
  EXPECT_EQ(architecture("cluster_launch_control", "sm_100a"), "sm_100a");
  EXPECT_EQ(architecture("cluster_launch_control", "sm_120"), "sm_120");
}

TEST(bulk_ring_fault, a_count_of_claims_that_does_not_wrap_is_state_left_dirty) {
  const auto result =
      run_on_four_blocks({"dynamic_tiles", "+ gridDim.x - 1);", "+ gridDim.x);"}, many_tiles);
  EXPECT_EQ(name(result.status), "wrong") << result.reason;
  EXPECT_NE(result.reason.find("claimed_tiles"), std::string::npos) << result.reason;
}

TEST(bulk_ring_fault, tiles_that_are_taken_twice_or_not_at_all_are_wrong) {
  for (const planted_ring& planted :
       {planted_ring{"dynamic_tiles", "size_t(gridDim.x) + atomicInc", "1 + atomicInc"},
        planted_ring{"cluster_launch_control", "return block;", "return block - 1;"}}) {
    const auto result = run_on_four_blocks(planted, many_tiles);
    EXPECT_EQ(name(result.status), "wrong") << planted.to << ": " << result.reason;
  }
}

TEST(bulk_ring_fault, a_last_block_that_is_found_too_early_or_never_is_wrong) {
  for (const std::string to : {"+ ring.taken > gridDim.x / 2;", "+ ring.taken + 1 == gridDim.x;"}) {
    const auto result = run_on_four_blocks(
        {"cluster_launch_control", "+ ring.taken == gridDim.x;", to}, many_tiles);
    EXPECT_EQ(name(result.status), "wrong") << to << ": " << result.reason;
  }
}

TEST(bulk_ring_fault, partial_results_that_are_not_released_are_a_race) {
  const auto result = run_on_four_blocks(
      {"cluster_launch_control", "__threadfence();\n    is_last", "is_last"}, many_tiles);
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason;
}

TEST(bulk_ring_fault, a_tile_number_that_changes_while_it_is_read_is_a_race) {
  const auto result = run_on_four_blocks(
      {"dynamic_tiles",
       "if (turn >= stages) bulk::wait(shared.empty[stage], (turn / stages - 1) % 2);\n"
       "      shared.tile[stage] = tile;",
       "shared.tile[stage] = tile;\n"
       "      if (turn >= stages) bulk::wait(shared.empty[stage], (turn / stages - 1) % 2);"},
      many_tiles);
  EXPECT_TRUE(found(result, "shared_race")) << name(result.status) << result.reason;
}

}  // namespace
}  // namespace warpmark::tests
