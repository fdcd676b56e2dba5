// Scans of resident grids that take their tiles in waves, with one planted fault each.

#include <string>

#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"

namespace warpmark::tests {
namespace {

constexpr const char* board = "scan/wave_board.cuh";
constexpr const char* warps = "scan/wave_warps.cuh";

// Three waves of 68 blocks, which gather over three words for each lane; the last wave is not full
// and has a ragged tile at the end. Of integers, or of pairs, whose posts are one word of 8 or 16
// bytes, or of wide pairs, whose values lie beside their numbers.
const device_limits small_card = {.multiprocessors = 68};
const settings small_waves = {
    {"block", std::int64_t{32}}, {"rows", std::int64_t{1}}, {"ahead", std::int64_t{1}}};
const settings of_integers = {{"n", std::int64_t{2 * 68 * 128 + 40 * 128 + 5}}};
const settings of_pairs = {
    {"n", std::int64_t{2 * 68 * 128 + 40 * 128 + 5}}, {"op", "recurrence"}, {"type", "u32"}};
const settings of_wide_pairs = {
    {"n", std::int64_t{2 * 68 * 64 + 40 * 64 + 5}}, {"op", "recurrence"}, {"type", "u64"}};
const settings of_one_wave = {{"n", std::int64_t{66 * 128 + 5}}};
const settings of_one_wave_of_pairs = {
    {"n", std::int64_t{66 * 128 + 5}}, {"op", "recurrence"}, {"type", "u32"}};

planted gathering(const std::string& from, const std::string& to, const std::string& header = "") {
  return {"all_gather", "scan/all_gather.cuh", from, to, header};
}

planted looking_ahead(const std::string& from, const std::string& to,
                      const std::string& header = "") {
  return {"decoupled_lookahead", "scan/decoupled_lookahead.cuh", from, to, header};
}

measurement run_waves(const planted& fault, const settings& problem_settings) {
  return run(fault, problem_settings, small_waves, small_card);
}

void expect_wrong(const planted& fault, const settings& problem_settings) {
  EXPECT_EQ(name(run_waves(fault, problem_settings).status), "wrong")
      << fault.variant_name << fault.from;
}

void expect_dirty(const planted& fault) {
  const auto result = run_waves(fault, of_one_wave);
  EXPECT_EQ(name(result.status), "wrong") << fault.variant_name << ": " << fault.from;
  EXPECT_NE(result.reason.find("ticket_and_boards"), std::string::npos) << result.reason;
}

TEST(wave_fault, the_sound_kernels_pass) {
  for (const auto& problem_settings : {of_integers, of_pairs, of_wide_pairs, of_one_wave}) {
    expect_ok(run_waves(gathering("", ""), problem_settings));
    expect_ok(run_waves(looking_ahead("", ""), problem_settings));
  }
}

TEST(wave_fault, half_the_boards_are_overwritten_before_all_have_read_them) {
  for (const planted& fault : {gathering("boards = 2 * ahead", "boards = ahead", board),
                               looking_ahead("boards = 2 * ahead", "boards = ahead", board)}) {
    expect_ok(run_waves(fault, of_one_wave));
    const auto result = run_waves(fault, of_integers);
    EXPECT_TRUE(found(result, "deadlock"))
        << fault.variant_name << ": " << name(result.status) << result.reason;
  }
}

TEST(wave_fault, boards_that_are_cleared_before_all_have_read_them_are_found) {
  const auto early = run_waves(gathering("is_last = common::is_last_block(state)",
                                         "is_last = atomicInc(state, gridDim.x - 1) == 0"),
                               of_one_wave);
  EXPECT_NE(name(early.status), "ok");
  const auto unordered = run_waves(
      gathering("common::is_last_block(state)", "atomicInc(state, gridDim.x - 1) == gridDim.x - 1"),
      of_one_wave);
  EXPECT_TRUE(found(unordered, "global_race")) << name(unordered.status) << unordered.reason;
}

TEST(wave_fault, what_is_not_cleared_is_state_left_dirty) {
  expect_dirty(gathering("if (is_last) board.clear();", ""));
  expect_dirty(gathering("common::is_last_block(state)",
                         "(__threadfence(), atomicAdd(state, 1u) == gridDim.x - 1)"));
  expect_dirty(looking_ahead("if (algorithm.shared.is_last) algorithm.board.clear();", "", warps));
  expect_dirty(looking_ahead("common::is_last_block(ticket)",
                             "(__threadfence(), atomicAdd(ticket, 1u) == gridDim.x - 1)", warps));
  expect_dirty(gathering("unsigned i = threadIdx.x;", "unsigned i = threadIdx.x + 1;", board));
}

TEST(wave_fault, a_number_that_does_not_release_its_value_is_a_race) {
  const auto result = run_waves(
      gathering("memory::store_release(numbers_", "memory::store_relaxed(numbers_", board),
      of_wide_pairs);
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason;
}

TEST(wave_fault, prefixes_that_lack_something_or_have_too_much_are_wrong) {
  for (const auto& make : {gathering, looking_ahead}) {
    expect_wrong(make("source(p) < blockIdx.x", "source(p) <= blockIdx.x", board), of_integers);
    expect_wrong(make("source(p) < blocks", "source(p) + 1 < blocks", board), of_one_wave);
    expect_wrong(make("lane * each + base + p;", "lane + 32 * (base + p);", board),
                 of_one_wave_of_pairs);
  }
  expect_wrong(gathering("op(carry, before)", "before"), of_integers);
  expect_wrong(gathering("carry = op(carry, all)", "carry = all"), of_integers);
  expect_wrong(looking_ahead("op(carry, before)", "op(before, carry)"), of_pairs);
  expect_wrong(looking_ahead("carry = op(carry, all)", "carry = all"), of_integers);
}

}  // namespace
}  // namespace warpmark::tests
