// Grids of one tile per block, whose blocks post to each other, with one planted fault each.

#include <string>

#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"

namespace warpmark::tests {
namespace {

constexpr const char* rows = "common/post_rows.cuh";

// 67 blocks, which read over three places for each lane; the last has a ragged tile.
const device_limits card_of_68 = {.multiprocessors = 68};
const settings one_row_of_vectors = {{"block", std::int64_t{64}}, {"rows", std::int64_t{1}}};
const settings integers = {{"n", std::int64_t{66 * 256 + 5}}};
const settings pairs = {{"n", std::int64_t{66 * 256 + 5}}, {"op", "recurrence"}, {"type", "u32"}};

planted posting(const std::string& from, const std::string& to, const std::string& header = "") {
  return {"single_wave", "scan/single_wave.cuh", from, to, header};
}

measurement run_posts(const planted& fault, const settings& problem_settings) {
  return run(fault, problem_settings, one_row_of_vectors, card_of_68);
}

TEST(single_wave_fault, the_sound_kernel_passes) {
  expect_ok(run_posts(posting("", ""), integers));
  expect_ok(run_posts(posting("", ""), pairs));
}

TEST(single_wave_fault, what_is_not_cleared_is_state_left_dirty) {
  const auto result =
      run_posts(posting("if (place[p] < blockIdx.x) rows().clear(place[p]);", "", rows), integers);
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_NE(result.reason.find("rows_of_posts"), std::string::npos) << result.reason;
}

TEST(single_wave_fault, a_flag_that_does_not_release_its_value_is_a_race) {
  const auto result = run_posts(
      posting("memory::store_release(flags_", "memory::store_relaxed(flags_", rows), pairs);
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason;
}

TEST(single_wave_fault, a_missing_barrier_is_a_race) {
  const auto result = run_posts(posting("if (lane == 0) shared_before = before;\n    "
                                        "__syncthreads();",
                                        "__syncthreads();\n    if (lane == 0) shared_before = "
                                        "before;"),
                                integers);
  EXPECT_TRUE(found(result, "shared_race")) << name(result.status) << result.reason;
}

TEST(single_wave_fault, a_block_that_is_posted_nothing_waits_for_ever) {
  const auto result =
      run_posts(posting("to < gridDim.x; to += 32", "to < 40; to += 32", rows), integers);
  EXPECT_TRUE(found(result, "deadlock")) << name(result.status) << result.reason;
}

TEST(single_wave_fault, prefixes_that_lack_something_or_are_out_of_order_are_wrong) {
  for (const planted& fault :
       {posting("op(shared_before, before)", "op(before, shared_before)"),
        posting("lane * each + base + p;", "lane + 32 * (base + p);", rows),
        posting("lane < warp_index ? warp_total", "lane <= warp_index ? warp_total")})
    EXPECT_EQ(name(run_posts(fault, pairs).status), "wrong") << fault.from;
}

}  // namespace
}  // namespace warpmark::tests
