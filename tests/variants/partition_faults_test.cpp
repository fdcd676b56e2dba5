// What judges partitions must be able to fail: kernels of the family with one planted fault each,
// and the output that shows it.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

struct planted_partition {
  std::string of;  // the variant, whose kernels are in the file of its name
  std::string from, to;
  settings problem_settings = {};
  settings config_settings = {};
  device_limits planned_for = {};
};

const settings with_payload = {{"n", std::int64_t{1010}}, {"payload", "u32"}};
const settings special_floats = {
    {"n", std::int64_t{1010}}, {"type", "f32"}, {"dist", "special"}, {"payload", "u32"}};
const settings small_partition = {{"block", std::int64_t{64}}, {"rows", std::int64_t{1}}};

std::string source_of(const planted_partition& planted) {
  std::string source = flattened("partition/" + planted.of + ".cuh", "partition/");
  if (planted.of == "scan_scatter") source += "#include \"scan/all_gather.cuh\"\n";
  if (planted.from.empty()) return source;
  return replaced(std::move(source), planted.from, planted.to);
}

measurement run_partition(const planted_partition& planted) {
  const variant& variant = *built_in_registry().find_variant("partition/" + planted.of);
  const settings problem_settings =
      planted.problem_settings.empty() ? with_payload : planted.problem_settings;
  return interpret_source({&variant, problem_of(variant, problem_settings),
                           config_of(variant, planted.config_settings)},
                          source_of(planted), planted.planned_for);
}

// Caught by the oracle, not by what else the interpreter finds.
void expect_wrong(const planted_partition& planted, const std::string& oracle_result) {
  const auto result = run_partition(planted);
  EXPECT_EQ(name(result.status), "wrong") << planted.to << ": " << result.reason << result.log;
  EXPECT_TRUE(result.seen.findings.empty()) << planted.to;
  EXPECT_NE(result.reason.find(oracle_result), std::string::npos)
      << planted.to << ": " << result.reason;
}

void expect_right(const planted_partition& planted) {
  const auto result = run_partition(planted);
  EXPECT_EQ(name(result.status), "ok") << planted.to << ": " << result.reason << result.log;
}

TEST(partition_fault, an_element_that_is_lost_is_wrong) {
  expect_wrong({"warp_ballot_atomic", "i < of.n", "i + 1 < of.n"}, "output[");
  expect_wrong({"decoupled_lookback",
                "i >= skipped && i < end) to",
                "i > skipped && i < end) to",
                {},
                small_partition},
               "output[0]");
}

TEST(partition_fault, an_element_that_stands_in_place_of_another_of_its_part_is_wrong) {
  const settings all_left = {{"n", std::int64_t{1010}}, {"dist", "sorted"}, {"selectivity", 100}};
  expect_wrong({"warp_ballot_atomic",
                "__popc(to_left[k] & below), held[k]",
                "__popc(to_left[k] & below), held[0]",
                all_left,
                {{"items", std::int64_t{2}}}},
               "which the input has");
}

TEST(partition_fault, a_wrong_count_is_wrong_though_all_elements_are_right) {
  expect_wrong({"warp_ballot_atomic",
                "*counts = left + to_left;",
                "*counts = left;",
                {},
                {{"counters", "packed"}}},
               "counts[0]");
}

// The same fault, where order is guaranteed and where it is not.
TEST(partition_fault, a_warp_in_reverse_order_is_wrong_where_order_is_guaranteed) {
  const std::string from = "to_left[k] & below", to = "to_left[k] & ~(below | me)";
  expect_wrong({"scan_scatter", from, to}, "by the input's order");
  expect_right({"warp_ballot_atomic", from, to});
}

TEST(partition_fault, a_payload_that_does_not_travel_with_its_key_is_wrong) {
  expect_wrong({"warp_ballot_atomic", "r.payload = payloads[i]", "r.payload = payloads[i ^ 1]"},
               "output_payload[");
}

TEST(partition_fault, nans_on_the_left_are_wrong) {
  const std::string from = "key <= pivot", to = "!(key > pivot)";
  expect_wrong({"warp_ballot_atomic", from, to, special_floats}, "is -nan");
  expect_right({"warp_ballot_atomic", from, to});
}

// Waves of 4 tiles of 512 elements. More than 2^16 elements go left, which half a word cannot
// count.
planted_partition in_waves(const std::string& from, const std::string& to,
                           settings problem_settings = {}) {
  problem_settings.insert(problem_settings.begin(), {{"n", std::int64_t{140001}}, {"parts", 3}});
  return {"three_way_lookahead",
          from,
          to,
          std::move(problem_settings),
          {{"block", std::int64_t{64}}, {"rows", std::int64_t{2}}},
          {.multiprocessors = 4}};
}

const settings many_equal = {{"dist", "exact"}, {"payload", "u32"}};

TEST(partition_fault, counts_of_two_parts_that_are_not_gathered_are_found) {
  expect_right(in_waves("", ""));
  expect_right(in_waves("", "", many_equal));
  for (const auto& [from, to] : {std::pair("return widened(word);", "return word;"),
                                 std::pair("carry += all;", "carry = all;"),
                                 std::pair("wide{word}.middle();", "wide{word}.left();")})
    EXPECT_NE(name(run_partition(in_waves(from, to, many_equal)).status), "ok") << to;
}

TEST(partition_fault, a_middle_part_that_has_not_the_elements_equal_to_the_pivot_is_wrong) {
  expect_wrong(
      in_waves("counts[0] + counts[1];", "counts[0] + counts[1] / 2;", {{"dist", "exact"}}),
      "output");
  expect_wrong(in_waves("from.keys + left, middle)", "from.keys, middle)", many_equal), "output");
  expect_wrong(in_waves("from.payloads + left, middle)", "from.payloads, middle)", many_equal),
               "output_payload");
}

TEST(partition_fault, elements_equal_to_the_pivot_on_the_left_of_three_parts_are_wrong) {
  expect_wrong({"three_way", "key < of.pivot", "key <= of.pivot", special_floats},
               "expected an element below 0");
}

// The first lane of a warp also takes the last element of the warp before, in place of its own.
TEST(partition_fault, an_element_of_the_warp_before_is_wrong) {
  expect_wrong(
      {"warp_ballot_atomic", "first + 32 * k + threadIdx.x % 32",
       "first + 32 * k + threadIdx.x % 32 - (threadIdx.x % 32 == 0 && first + 32 * k > 0)"},
      "output");
}

TEST(partition_fault, the_last_warp_left_out_of_a_block_is_wrong_for_blocks_of_that_size_alone) {
  const auto leaving_out = [](std::int64_t block) {
    return planted_partition{"block_aggregated",
                             "shared.warp_before[lane] = upto - own;",
                             "shared.warp_before[lane] = lane == 31 ? 0 : upto - own;",
                             {{"n", std::int64_t{2048}}, {"payload", "u32"}},
                             {{"block", block}, {"items", std::int64_t{1}}, {"place", "direct"}}};
  };
  EXPECT_EQ(name(run_partition(leaving_out(1024)).status), "wrong");
  expect_right(leaving_out(992));
}

}  // namespace
}  // namespace warpmark::tests
