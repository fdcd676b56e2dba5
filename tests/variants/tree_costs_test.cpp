// The catalogue's exact costs of the in-block trees, one block, 32-bit elements: what R7, R8 and R9
// trade against each other, and what shuffles save.

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

using counters = std::map<std::string, std::uint64_t>;

counters count(const std::string& variant_name, std::int64_t block, const char* type = "i32",
               std::int64_t pad = 0) {
  const variant& variant = *built_in_registry().find_variant("reduce/" + variant_name);
  const measurement result =
      interpret({&variant, problem_of("reduce", {{"n", block}, {"type", type}}),
                 config_of(variant, {{"block", block}, {"pad", pad}})});
  EXPECT_EQ(name(result.status), "ok") << result.reason;
  EXPECT_EQ(result.launches, 1u);
  return result.seen.counters;
}

// The store that fills shared memory is one request and one wavefront a warp; the rest is the tree.
std::uint64_t tree_warp_ops(const counters& seen, std::int64_t block) {
  return seen.at("shared_store_requests") - static_cast<std::uint64_t>(block / 32);
}
std::uint64_t tree_store_wavefronts(const counters& seen, std::int64_t block) {
  return seen.at("shared_store_wavefronts") - static_cast<std::uint64_t>(block / 32);
}
// Both operands of each addition, and thread 0's read of the result.
std::uint64_t load_wavefronts_per_operand(const counters& seen) {
  return (seen.at("shared_load_wavefronts") - 1) / 2;
}

class tree_costs : public testing::TestWithParam<std::int64_t> {
 protected:
  std::int64_t block() const { return GetParam(); }
  std::uint64_t divergent() const { return static_cast<std::uint64_t>(6 * block() / 32 - 1); }
  std::uint64_t dense() const { return static_cast<std::uint64_t>(block() / 32 + 4); }
};

TEST_P(tree_costs, interleaved_divergent_wastes_lanes_but_no_bank) {
  const auto seen = count("tree_interleaved_divergent", block());
  EXPECT_EQ(tree_warp_ops(seen, block()), divergent());
  EXPECT_EQ(tree_store_wavefronts(seen, block()), divergent());
  EXPECT_EQ(load_wavefronts_per_operand(seen), divergent());
}

TEST_P(tree_costs, interleaved_compact_pays_in_wavefronts_what_it_saves_in_warp_ops) {
  const auto seen = count("tree_interleaved_compact", block());
  EXPECT_EQ(tree_warp_ops(seen, block()), dense());
  EXPECT_EQ(tree_store_wavefronts(seen, block()), divergent());
  // The first step's operands are neighbours: machine code loads them as one, so that only half of
  // that step's wavefronts are left.
  const auto first_step = static_cast<std::uint64_t>(block() / 32);
  EXPECT_EQ(seen.at("shared_load_wavefronts"), 2 * divergent() - first_step + 1);
}

TEST_P(tree_costs, padding_removes_every_conflict_of_the_compact_tree) {
  const auto seen = count("tree_interleaved_compact", block(), "i32", 1);
  EXPECT_EQ(tree_warp_ops(seen, block()), dense());
  EXPECT_EQ(tree_store_wavefronts(seen, block()), dense());
}

TEST_P(tree_costs, sequential_addressing_wastes_neither) {
  const auto seen = count("tree_sequential", block());
  EXPECT_EQ(tree_warp_ops(seen, block()), dense());
  EXPECT_EQ(tree_store_wavefronts(seen, block()), dense());
  EXPECT_EQ(load_wavefronts_per_operand(seen), dense());
}

TEST_P(tree_costs, trees_take_a_barrier_a_step_and_one_more) {
  std::uint64_t steps = 0;
  for (std::int64_t d = 1; d < block(); d *= 2) ++steps;
  for (const char* variant_name :
       {"tree_interleaved_divergent", "tree_interleaved_compact", "tree_sequential"})
    EXPECT_EQ(count(variant_name, block()).at("block_barriers"), 1 + steps) << variant_name;
}

TEST_P(tree_costs, two_level_shuffles) {
  for (const char* variant_name : {"shuffle_two_level", "shuffle_xor"}) {
    const auto seen = count(variant_name, block());
    EXPECT_EQ(seen.at("shuffles"), static_cast<std::uint64_t>(5 * block() / 32 + 5));
    EXPECT_EQ(seen.at("block_barriers"), 1u);
    EXPECT_EQ(seen.at("shared_load_wavefronts"), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(blocks, tree_costs, testing::Values(64, 128, 256, 512, 1024));

TEST(tree_costs_of_256, are_47_12_and_12_warp_ops) {
  EXPECT_EQ(tree_warp_ops(count("tree_interleaved_divergent", 256), 256), 47u);
  EXPECT_EQ(tree_warp_ops(count("tree_interleaved_compact", 256), 256), 12u);
  EXPECT_EQ(tree_warp_ops(count("tree_sequential", 256), 256), 12u);
}

TEST(chunked_costs, sectors_per_request_grow_with_the_chunk) {
  const variant& variant = *built_in_registry().find_variant("reduce/chunked");
  for (const std::int64_t chunk : {1, 2, 4, 8, 16, 32}) {
    // One warp of the chunk kernel: chunk requests of min(32, 4 * chunk) sectors; the finishing
    // tree then reads 32 neighbouring words: 4 sectors.
    const auto result =
        interpret({&variant, problem_of("reduce", {{"n", 32 * chunk}}),
                   config_of(variant, {{"block", std::int64_t{32}}, {"chunk", chunk}})});
    ASSERT_EQ(name(result.status), "ok") << result.reason;
    EXPECT_EQ(result.seen.counters.at("global_load_sectors"),
              static_cast<std::uint64_t>(chunk * std::min<std::int64_t>(32, 4 * chunk) + 4));
  }
}

TEST(atomic_costs, single_cell_adds_every_lane_and_by_warp_every_warp) {
  const variant& variant = *built_in_registry().find_variant("reduce/atomic_single_cell");
  const auto problem = problem_of("reduce", {{"n", std::int64_t{1000}}, {"type", "f32"}});
  const auto item = interpret({&variant, problem, config_of(variant, {})}).seen.counters;
  EXPECT_EQ(item.at("global_atomic_lanes"), 1000u);
  EXPECT_EQ(item.at("global_atomic_requests"), 32u);
  const auto by_warp =
      interpret({&variant, problem, config_of(variant, {{"aggregation", "warp"}})}).seen.counters;
  EXPECT_EQ(by_warp.at("global_atomic_lanes"), 32u);
}

}  // namespace
}  // namespace warpmark::tests
