#include "ci/gate/timing/process_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/input_limits.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class rounds : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  void plant(const std::string& fault, int times = 1) { std::ofstream(folder_ / fault) << times; }

  // Its time passes only if pass_time_ is set.
  process_rounds source() {
    return process_rounds(
        {.program = SCRIPTED_ROUND,
         .order = {.cache_folder = folder_.string()},
         .seed = 7,
         .point_limit_s = 60,
         .now =
             [this] {
               pass_time_();
               return now_;
             }},
        {{.key = "a"}, {.key = "b"}, {.key = "c", .calibrator = 3, .slowdown = 0.03}},
        [this](std::size_t round, const round_subject& heard, const round_pair&) {
          heard_.push_back(std::to_string(round) + heard.key);
        });
  }

  /// The items requested from the processes: "a+" if the base led, "|" for a normal end.
  std::vector<std::string> log() const {
    std::ifstream file(folder_ / "log");
    return {std::istream_iterator<std::string>(file), {}};
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  /// Whether a planted fault has happened and its pair is not known yet.
  bool is_in(const std::string& fault, const std::string& key) const {
    int left = 1;
    std::ifstream(folder_ / fault) >> left;
    return left == 0 && std::find(heard_.begin(), heard_.end(), "0" + key) == heard_.end();
  }

  std::vector<std::string> heard_;
  std::chrono::steady_clock::time_point now_ = {};
  std::function<void()> pass_time_ = [] {};
};

TEST_F(rounds, pairs_come_in_the_order_asked_for_whatever_was_visited_first) {
  auto item = source();
  const auto pairs = item.measure({2, 0});
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_NEAR(pairs[0].log_ratio(), std::log(1.03), 1e-12);
  EXPECT_EQ(pairs[1].log_ratio(), 0);
  EXPECT_EQ(item.device()->uuid, "GPU-1");
  EXPECT_EQ(heard_.size(), 2u);
}

TEST_F(rounds, who_leads_alternates_and_the_order_changes) {
  auto item = source();
  std::map<std::string, std::vector<bool>> led;
  for (std::size_t round = 0; round < 6; ++round)
    for (const auto& pair : item.measure({0, 1, 2})) EXPECT_EQ(pair.round, round);
  std::string visited;  // A process may be ended before it reports its end.
  for (const auto& word : log()) {
    if (word == "|") continue;
    led[word.substr(0, 1)].push_back(word[1] == '+');
    visited += word[0];
  }
  ASSERT_EQ(visited.size(), 18u);
  std::set<std::string> orders;
  for (std::size_t at = 0; at < visited.size(); at += 3) orders.insert(visited.substr(at, 3));
  for (const auto& [key, base_led] : led)
    for (std::size_t i = 1; i < base_led.size(); ++i)
      EXPECT_NE(base_led[i], base_led[i - 1]) << key;
  EXPECT_GT(orders.size(), 1u);
}

TEST_F(rounds, points_of_one_problem_follow_each_other_in_any_order) {
  process_rounds in_processes(
      {.program = SCRIPTED_ROUND, .order = {.cache_folder = folder_.string()}},
      {{.key = "a", .problem = "p"},
       {.key = "x", .problem = "q"},
       {.key = "b", .problem = "p"},
       {.key = "y", .problem = "q"}},
      [](std::size_t, const round_subject&, const round_pair&) {});
  for (int round = 0; round < 40; ++round) in_processes.measure({0, 1, 2, 3});
  std::set<std::string> orders;
  std::string visited;
  for (const auto& word : log())
    if (word != "|") visited += word[0];
  ASSERT_EQ(visited.size(), 160u);
  for (std::size_t at = 0; at < visited.size(); at += 4) orders.insert(visited.substr(at, 4));
  EXPECT_EQ(orders, (std::set<std::string>{"abxy", "abyx", "baxy", "bayx", "xyab", "xyba", "yxab",
                                           "yxba"}));
}

TEST_F(rounds, limits_of_files_are_those_of_the_gate) {
  const auto sent = [this] {
    source().measure({0});
    std::uint64_t bytes = 1;
    std::ifstream(folder_ / "max_input") >> bytes;
    return bytes;
  };
  EXPECT_EQ(sent(), 0u);
  input::set_max_input(12345);
  EXPECT_EQ(sent(), 12345u);
  input::set_max_input(0);
}

TEST_F(rounds, a_death_costs_the_pair_that_it_was_at) {
  plant("dies_at_b");
  auto item = source();
  const auto pairs = item.measure({0, 1, 2});
  EXPECT_EQ(pairs[1].discarded, "the process was killed by signal 9 (Killed)");
  EXPECT_EQ(pairs[0].discarded + pairs[2].discarded, "");
}

TEST_F(rounds, a_hang_is_ended) {
  plant("hangs_at_a");
  auto item = source();
  pass_time_ = [this] {
    if (is_in("hangs_at_a", "a")) now_ += 61s;
  };
  const auto pairs = item.measure({0, 1});
  EXPECT_EQ(pairs[0].discarded, "the process took longer than 60 s");
  EXPECT_TRUE(pairs[0].permanent);
  EXPECT_EQ(pairs[1].discarded, "");
}

TEST_F(rounds, a_first_execution_has_a_limit_of_its_own) {
  plant("head_spins_at_a");
  plant("rests_at_b");  // Longer than the limit of a first execution, which is over.
  auto item = source();
  int rests = 0;
  pass_time_ = [&] {
    if (is_in("head_spins_at_a", "a")) now_ += 300ms;
    if (!fs::exists(folder_ / "resting") || rests == 10) return;
    now_ += 300ms;
    if (++rests == 10) plant("rested");
  };
  const auto pairs = item.measure({0, 1});
  EXPECT_EQ(
      pairs[0].discarded,
      "the process was stopped: the first execution of the head took longer than 0.2 s, the limit");
  EXPECT_TRUE(pairs[0].permanent);
  EXPECT_EQ(pairs[1].discarded, "");
  EXPECT_EQ(rests, 10);
}

TEST_F(rounds, a_fault_of_the_device_takes_another_process_and_no_other_pair) {
  plant("faults_at_a");
  auto item = source();
  const auto pairs = item.measure({0, 1, 2});
  EXPECT_EQ(pairs[0].discarded, "illegal address");
  EXPECT_EQ(pairs[1].discarded + pairs[2].discarded, "");
}

// what() of the failing round, after `before` good ones.
std::string failure_of(process_rounds process_rounds, std::size_t before,
                       const std::function<void()>& then) {
  for (std::size_t i = 0; i < before; ++i) process_rounds.measure({0});
  then();
  try {
    process_rounds.measure({0});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST_F(rounds, what_cannot_work_at_all_says_why) {
  EXPECT_EQ(failure_of(source(), 0, [&] { plant("no_card"); }), "no card");
  EXPECT_EQ(failure_of(source(), 0, [&] { plant("dies_at_start"); }),
            "the process of a round was killed by signal 9 (Killed) before it had opened the card");
  EXPECT_EQ(failure_of(source(), 1, [&] { plant("other_card"); }),
            "the card changed between rounds: GPU-1 before, GPU-2 now");
}

TEST(round_wire, orders_and_pairs_arrive_as_they_were_sent) {
  const round_order order{
      .device_ordinal = 1,
      .cache_folder = "c",
      .seed = 9,
      .state = cache_state::hot,
      .order = sampling::pair_order::blocked,
      .pairs = 3,
      .max_seconds = 0.5,
      .until_steady = false,
      .limits = {.compile_s = 3, .compile_memory_bytes = 5, .execution_s = 7, .min_card_s = 11},
      .heat_s = 0.125,
      .max_input_bytes = 77,
      .sides = {.base = {.record = {}, .root = "b", .prefix = "p", .overlay = "o"},
                .head = {.record = {}, .root = "h"},
                .kernels_files = {"k.toml", "l.toml"},
                .selection = {.patterns = {"x"},
                              .problem = {{"n", "1"}},
                              .config = {{"block", "32"}},
                              .backend = "cuda"}},
      .items = {{.key = "k", .base_first = false}, {.key = "c", .calibrator = 2, .slowdown = 0.1}}};
  EXPECT_EQ(to_wire(round_order_from_wire(to_wire(order))), to_wire(order));
  round_pair pair{.base_first = false, .discarded = "why"};
  pair.base = {.time_ns = 2, .clock_hz = 3, .throttle = 4, .samples = 1, .samples_ns = {2}};
  EXPECT_EQ(to_wire(round_pair_from_wire(to_wire(pair))), to_wire(pair));
}

}  // namespace
}  // namespace warpmark::gate
