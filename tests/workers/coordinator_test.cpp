#include "bench/workers/coordinator.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/workers/scripted_workers.hpp"

namespace warpmark::workers {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t points = 40;

class coordinator_test : public scripted_workers {
 protected:
  // Time passes for it only where a test lets it.
  void start(std::size_t workers) {
    const std::vector<worker_order> orders(
        workers,
        {.backend = "scripted", .cache_folder = folder_.string(), .compile = {.seconds = 200}});
    team_.emplace(SCRIPTED_WORKER, orders,
                  phase_limits{.verify_s = 60, .measure_s = 240, .idle_s = 30},
                  [this] { return now_; });
  }

  // Whether a fault planted `times` has happened at points of n elements since.
  bool has_happened(const std::string& fault, std::int64_t n, int times) const {
    int left = times;
    std::ifstream(folder_ / (fault + "-" + std::to_string(n))) >> left;
    return left < times;
  }

  // At how many points a worker has hung in its verify phase, if that is planted once at each.
  std::int64_t hanging() const {
    std::int64_t sum = 0;
    for (std::int64_t n = 1; n <= points; ++n) sum += has_happened("hangs_in_verify", n, 1);
    return sum;
  }

  // Measures n = 1 to `points`.
  void sweep(const std::vector<point>& ahead = {}) {
    std::vector<point> planned;
    for (std::int64_t n = 1; n <= points; ++n) planned.push_back(point_of(n));
    const listed_points plan(std::move(planned));
    const auto begin = now_;
    outcome_ = team_->run(plan, {.budget_seconds = budget_s_, .ahead = ahead},
                          {.measured =
                               [&](const point& point, const journal::json& line) {
                                 EXPECT_EQ(point.key(), line.at("key").get<std::string>());
                                 const std::int64_t n = point.problem.integer("n");
                                 EXPECT_FALSE(status_.contains(n)) << n << " was recorded twice";
                                 status_[n] = line.at("status");
                                 reason_[n] = line.value("reason", "");
                                 if (line.contains("profiler"))
                                   trouble_[n] = line.at("profiler").at("trouble");
                               },
                           .referenced = [](const journal::json&) {},
                           .interrupted =
                               [&] {
                                 pass_time_();
                                 // A limit that does nothing fails instead of hanging.
                                 if (now_ > begin + 30min) throw std::logic_error("no end");
                                 return interrupts_ && interrupts_();
                               }});
  }

  // Measures with a worker that hangs at point 7, until the coordinator ends it; returns the
  // seconds that this took.
  double seconds_until_it_ends(const std::string& fault, double step_s) {
    plant(fault, 7, 100);
    start(1);
    double passed_s = 0;
    pass_time_ = [&] {
      if (!has_happened(fault, 7, 100) || status_.contains(7)) return;
      passed_s += step_s;
      now_ += std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::duration<double>(step_s));
    };
    sweep();
    return passed_s;
  }

  void expect_only(std::int64_t n, const std::string& status) const {
    EXPECT_EQ(outcome_.stopped, "");
    EXPECT_EQ(status_.size(), points);
    EXPECT_EQ(outcome_.measured, points);
    for (const auto& [size, ended] : status_) EXPECT_EQ(ended, size == n ? status : "ok") << size;
  }

  std::optional<coordinator> team_;
  sweep_outcome outcome_;
  std::optional<double> budget_s_;
  std::function<bool()> interrupts_;
  std::map<std::int64_t, std::string> status_, reason_, trouble_;
  std::chrono::steady_clock::time_point now_ = {};
  std::function<void()> pass_time_ = [] {};  // Called again and again during a sweep.
};

TEST_F(coordinator_test, measures_every_point_once) {
  start(2);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 0);
  EXPECT_EQ(outcome_.kernels_compiled, 2);
  EXPECT_EQ(outcome_.kernels_from_cache, points);
}

TEST_F(coordinator_test, tells_one_worker_once_what_may_follow) {
  start(2);
  sweep({point_of(100), point_of(101), point_of(102)});
  expect_only(0, "");
  EXPECT_EQ(outcome_.kernels_compiled, 5);
}

TEST_F(coordinator_test, leaves_no_process_behind) {
  plant("dies", 7, 2);
  plant("hangs_in_verify", 9, 1);
  start(2);
  pass_time_ = [this] {
    if (has_happened("hangs_in_verify", 9, 1) && !status_.contains(9)) now_ += 61s;
  };
  sweep();
  team_.reset();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(coordinator_test, measures_a_point_again_whose_worker_died_once) {
  plant("dies", 7, 1);
  start(1);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 1);
  EXPECT_EQ(outcome_.kernels_compiled, 2u) << "one by each worker";
  EXPECT_EQ(outcome_.kernels_from_cache, points) << "six by the first worker";
}

TEST_F(coordinator_test, records_a_point_of_which_workers_die) {
  plant("dies", 7, 100);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(reason_[7], "the worker was killed by signal 9 (Killed) in its verify phase, twice");
  EXPECT_EQ(outcome_.worker_restarts, 2);
}

TEST_F(coordinator_test, blames_the_point_that_kills_the_compiler_and_not_the_one_in_flight) {
  plant("dies_compiling", 7, 100);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_NE(reason_[7].find("signal 11 (Segmentation fault)"), std::string::npos) << reason_[7];
}

TEST_F(coordinator_test, loses_nothing_of_a_worker_while_another_dies) {
  plant("dies", 3, 1);
  plant("dies", 8, 2);
  plant("dies", 30, 1);
  plant("dies_compiling", 20, 1);
  start(3);
  sweep();
  expect_only(8, "crashed");
}

TEST_F(coordinator_test, ends_a_phase_that_takes_too_long) {
  const std::map<std::string, double> limits_s = {
      {"compile", 2 * 200 + 30}, {"verify", 60}, {"measure", 240}};
  for (const auto& [phase, limit_s] : limits_s) {
    status_.clear();
    const double step_s = limit_s / 4;
    const double spent_s = seconds_until_it_ends("hangs_in_" + phase, step_s);
    expect_only(7, "timed_out");
    EXPECT_EQ(reason_[7], fmt::format("the {} phase took longer than {:g} s", phase, limit_s));
    EXPECT_EQ(outcome_.worker_restarts, 1u) << "it needs no second attempt";
    // The message of the phase may arrive one step after the fault has happened.
    EXPECT_GT(spent_s, limit_s);
    EXPECT_LE(spent_s, limit_s + 2 * step_s);
    std::filesystem::remove(folder_ / ("hangs_in_" + phase + "-7"));
  }
}

TEST_F(coordinator_test, keeps_the_times_of_a_point_whose_profile_does_not_end) {
  const double spent_s = seconds_until_it_ends("hangs_in_profile", 60);
  EXPECT_GT(spent_s, 240);
  EXPECT_LE(spent_s, 240 + 2 * 60);
  expect_only(7, "ok");
  EXPECT_EQ(trouble_,
            (std::map<std::int64_t, std::string>{{7, "the profile phase took longer than 240 s"}}));
}

TEST_F(coordinator_test, keeps_the_times_of_a_point_whose_profile_kills_its_worker) {
  plant("dies_in_profile", 7, 1);
  start(1);
  sweep();
  expect_only(7, "ok");
  EXPECT_EQ(trouble_.size(), 1u);
  EXPECT_EQ(trouble_[7].find("the worker was "), 0u) << trouble_[7];
}

TEST_F(coordinator_test, keeps_no_times_for_the_point_after_one_that_was_profiled) {
  plant("dies_in_profile", 6, 1);
  plant("dies", 7, 2);
  start(1);
  sweep();
  expect_only(7, "crashed");
}

TEST_F(coordinator_test, ends_a_worker_that_does_not_begin_with_its_point) {
  const double spent_s = seconds_until_it_ends("hangs_idle", 7.5);
  expect_only(7, "crashed");
  EXPECT_EQ(reason_[7], "the worker was idle for 30 s before its first phase, twice");
  EXPECT_EQ(outcome_.worker_restarts, 2u);
  EXPECT_GT(spent_s, 2 * 30);
  EXPECT_LE(spent_s, 2 * (30 + 2 * 7.5));
}

TEST_F(coordinator_test, gives_each_phase_its_own_time) {
  start(1);
  std::size_t results = 0;
  pass_time_ = [&] {
    if (std::exchange(results, status_.size()) != status_.size()) now_ += 20s;
  };
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 0u);
}

TEST_F(coordinator_test, holds_nothing_against_the_points_behind_one_that_poisoned_its_worker) {
  plant("poisons", 7, 1);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(outcome_.worker_restarts, 1);
}

TEST_F(coordinator_test, does_not_count_the_end_of_a_poisoned_worker_as_a_death_at_the_next_point) {
  plant("poisons", 7, 1);
  plant("dies", 8, 1);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(outcome_.worker_restarts, 2u);
}

TEST_F(coordinator_test, counts_a_death_between_points_against_the_next_one) {
  plant("dies_afterwards", 7, 1);
  plant("dies", 8, 1);
  start(1);
  sweep();
  expect_only(8, "crashed");
}

TEST_F(coordinator_test, blames_the_point_at_which_a_worker_leaves_without_a_word) {
  plant("leaves", 7, 100);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(reason_[7], "the worker was ended with exit code 0 in its verify phase, twice");
  EXPECT_EQ(outcome_.worker_restarts, 2u);
}

TEST_F(coordinator_test, forgets_a_death_at_a_point_once_it_is_measured) {
  plant("dies", 7, 1);
  start(1);
  sweep();
  expect_only(0, "");
  status_.clear();
  plant("dies", 7, 1);
  sweep();
  expect_only(0, "");
}

TEST_F(coordinator_test, forgets_deaths_at_a_point_once_they_are_recorded) {
  plant("dies", 7, 2);
  start(1);
  sweep();
  expect_only(7, "crashed");
  status_.clear();
  plant("dies", 7, 1);
  sweep();
  expect_only(0, "");
}

TEST_F(coordinator_test, replaces_any_number_of_workers_that_had_results) {
  for (std::int64_t n = 2; n <= points; n += 2) plant("dies", n, 1);
  start(1);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 20u);
}

TEST_F(coordinator_test, goes_on_after_any_number_of_points_that_crash_in_a_row) {
  for (std::int64_t n = 1; n <= 15; ++n) plant("dies", n, 2);
  start(1);
  sweep();
  EXPECT_EQ(outcome_.stopped, "");
  EXPECT_EQ(outcome_.worker_restarts, 30u);
  for (const auto& [n, status] : status_) EXPECT_EQ(status, n <= 15 ? "crashed" : "ok") << n;
  EXPECT_EQ(status_.size(), points);
}

TEST_F(coordinator_test, starts_a_worker_nine_times_more_before_it_gives_up) {
  start(1);
  plant("dies", 7, 1);
  plant("no_start", 0, 9);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 10u);
}

TEST_F(coordinator_test, replaces_a_worker_that_cannot_end) {
  plant("poisons", 7, 1);
  plant("lingers", 7, 1);
  start(1);
  pass_time_ = [&] {
    if (has_happened("lingers", 7, 1) && status_.contains(7) && starts() == 1) now_ += 31s;
  };
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(outcome_.worker_restarts, 1);
}

TEST_F(coordinator_test, passes_on_what_a_worker_said_of_its_end) {
  plant("complains", 7, 2);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_NE(reason_[7].find("the card fell off"), std::string::npos) << reason_[7];
}

TEST_F(coordinator_test, does_not_pass_on_what_the_worker_before_said_of_its_end) {
  plant("complains", 7, 1);
  plant("dies", 7, 1);
  start(1);
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(reason_[7], "the worker was killed by signal 9 (Killed) in its verify phase, twice");
}

TEST_F(coordinator_test, begins_with_no_phase_of_the_worker_before) {
  plant("dies", 7, 1);
  start(1);
  bool planted = false;
  pass_time_ = [&] {
    // Before the new worker gets its first point.
    if (!planted && has_happened("dies", 7, 1)) {
      plant("hangs_idle", 7, 1);
      planted = true;
    }
    if (planted && has_happened("hangs_idle", 7, 1) && !status_.contains(7)) now_ += 31s;
  };
  sweep();
  expect_only(7, "crashed");
  EXPECT_EQ(reason_[7], "the worker was idle for 30 s before its first phase, twice");
}

TEST_F(coordinator_test, replaces_a_worker_that_talks_nonsense) {
  plant("babbles", 7, 1);
  start(1);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.worker_restarts, 1);
}

TEST_F(coordinator_test, says_why_it_stopped_when_no_worker_starts_any_more) {
  start(1);
  plant("dies", 7, 1);
  plant("no_start", 0, 100);
  sweep();
  EXPECT_EQ(status_.size(), 6);
  EXPECT_NE(outcome_.stopped.find("10 workers in a row"), std::string::npos) << outcome_.stopped;
}

TEST_F(coordinator_test, goes_on_with_the_other_worker_when_one_cannot_be_replaced) {
  start(2);
  plant("dies", 7, 1);
  plant("no_start", 0, 10);
  sweep();
  expect_only(0, "");
  EXPECT_EQ(outcome_.kernels_from_cache, points) << "the lost worker's count once";
}

TEST_F(coordinator_test, stops_where_the_budget_is_used_up) {
  plant("hangs_in_verify", 7, 1);
  start(1);
  budget_s_ = 10;
  bool used_up = false;
  pass_time_ = [&] {
    if (!has_happened("hangs_in_verify", 7, 1) || status_.contains(7)) return;
    now_ += used_up ? 61s : 10s;
    used_up = true;
  };
  sweep();
  EXPECT_EQ(outcome_.stopped, "the budget of 10 s is used up");
  EXPECT_EQ(status_.size(), 7u) << "those before it and the one in flight";
  EXPECT_EQ(outcome_.measured, 7u);
  EXPECT_EQ(status_[7], "timed_out");
  EXPECT_EQ(outcome_.worker_restarts, 0u) << "no one needs a replacement";
  EXPECT_EQ(outcome_.kernels_compiled, 1u);
  EXPECT_EQ(outcome_.kernels_from_cache, 6u);
}

TEST_F(coordinator_test, leaves_the_queue_where_the_budget_is_used_up) {
  for (std::int64_t n = 1; n <= points; ++n) plant("hangs_in_verify", n, 1);
  start(2);
  budget_s_ = 10;
  bool used_up = false;
  pass_time_ = [&] {
    if (hanging() < 2) return;  // Each worker at its first point.
    now_ += used_up ? 61s : 10s;
    used_up = true;
  };
  sweep();
  EXPECT_EQ(outcome_.stopped, "the budget of 10 s is used up");
  EXPECT_EQ(status_.size(), 2u);
}

TEST_F(coordinator_test, goes_on_until_the_budget_is_used_up) {
  plant("hangs_in_verify", 7, 1);
  start(1);
  budget_s_ = 62;
  pass_time_ = [&] {
    if (has_happened("hangs_in_verify", 7, 1) && !status_.contains(7)) now_ += 61s;
  };
  sweep();
  expect_only(7, "timed_out");
}

TEST_F(coordinator_test, was_interrupted_though_its_budget_is_used_up_before_it_ends) {
  for (std::int64_t n = 1; n <= points; ++n) plant("hangs_in_verify", n, 1);
  start(2);
  budget_s_ = 60;
  interrupts_ = [&] {
    if (hanging() < 2) return false;
    now_ += 61s;
    return true;
  };
  sweep();
  EXPECT_EQ(outcome_.stopped, "interrupted");
  EXPECT_EQ(status_.size(), 2u);
}

TEST_F(coordinator_test, begins_nothing_when_it_is_interrupted_at_once) {
  start(2);
  interrupts_ = [] { return true; };
  sweep();
  EXPECT_EQ(outcome_.stopped, "interrupted");
  EXPECT_EQ(outcome_.measured, 0u);
  EXPECT_TRUE(status_.empty());
}

}  // namespace
}  // namespace warpmark::workers
