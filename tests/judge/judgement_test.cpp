#include "bench/judge/judgement.hpp"

#include <gtest/gtest.h>

namespace warpmark::judge {
namespace {

constexpr double terabyte_per_s = 1e12;

TEST(memory_floor, is_the_time_to_read_the_inputs_less_a_tenth) {
  EXPECT_NEAR(memory_floor_ns(1'000'000, 1'000'008, 0, terabyte_per_s, {}), 900, 1e-6);
}

TEST(memory_floor, counts_no_more_of_the_inputs_than_must_be_moved) {
  EXPECT_NEAR(memory_floor_ns(1'000'000, 1'000, 0, terabyte_per_s, {}), 0.9, 1e-9);
}

TEST(memory_floor, leaves_out_what_may_stay_in_the_cache) {
  EXPECT_NEAR(memory_floor_ns(0, 3'000'000, 1'000'000, {}, 2 * terabyte_per_s), 900, 1e-6);
  EXPECT_EQ(memory_floor_ns(0, 3'000, 1'000'000, {}, terabyte_per_s), 0);
  EXPECT_EQ(memory_floor_ns(1'000, 1'000, 0, {}, {}), 0) << "nothing was measured";
}

TEST(judged_times, are_compared_process_by_process) {
  std::vector<judge_finding> findings;
  const auto found = judge_times("n=8", true, {400, 100, 200}, {200, 50, 100}, 40, findings);
  EXPECT_NEAR(found.speedup, 2, 1e-9);
  ASSERT_TRUE(found.speedup_interval);
  EXPECT_NEAR(found.speedup_interval->lo, 2, 1e-6) << "what processes share cancels";
  EXPECT_EQ(found.processes, 3u);
  EXPECT_TRUE(found.hidden);
  EXPECT_DOUBLE_EQ(found.submission_ns, 100);
  EXPECT_TRUE(findings.empty());
}

TEST(judged_times, of_one_process_have_no_interval) {
  std::vector<judge_finding> findings;
  const auto found = judge_times("n=8", false, {300, 310}, {100}, 0, findings);
  EXPECT_NEAR(found.speedup, 3, 1e-9);
  EXPECT_FALSE(found.speedup_interval);
  EXPECT_FALSE(found.floor_ns);
}

TEST(judged_times, below_what_memory_allows_are_suspect) {
  std::vector<judge_finding> findings;
  judge_times("n=8", false, {300, 300}, {99, 99}, 100, findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].check, "faster_than_memory");
  EXPECT_EQ(findings[0].weight, verdict::suspect);
}

TEST(the_baseline, may_move_as_processes_do_but_not_more) {
  std::vector<judge_finding> findings;
  judge_baseline("n=8", {100, 110, 95}, findings);
  EXPECT_TRUE(findings.empty());
  for (const double moved : {120.0, 80.0}) {
    findings.clear();
    judge_baseline("n=8", {100, 101, moved}, findings);
    ASSERT_EQ(findings.size(), 1u) << moved;
    EXPECT_EQ(findings[0].check, "clock");
    EXPECT_EQ(findings[0].weight, verdict::suspect);
  }
}

TEST(a_judgement, is_as_bad_as_its_worst_finding) {
  judgement found;
  EXPECT_EQ(found.result(), verdict::accepted);
  found.findings.push_back({.weight = verdict::suspect});
  EXPECT_EQ(found.result(), verdict::suspect);
  found.findings.push_back({.weight = verdict::rejected});
  found.findings.push_back({.weight = verdict::suspect});
  EXPECT_EQ(found.result(), verdict::rejected);
}

}  // namespace
}  // namespace warpmark::judge
