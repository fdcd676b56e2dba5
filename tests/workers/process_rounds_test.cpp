// Each point in several processes, with workers whose faults are scripted.

#include "bench/workers/process_rounds.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/workers/scripted_workers.hpp"

namespace warpmark::workers {
namespace {

constexpr std::int64_t round_points = 12;

struct killed : std::runtime_error {
  killed() : std::runtime_error("killed") {}
};

class process_rounds_test : public scripted_workers {
 protected:
  // Measures n = 1 to `round_points` in processes, and goes on with `record_`.
  void sweep(std::size_t processes) {
    if (!record_ || record_->num_processes() != processes) record_.emplace(processes);
    std::vector<point> planned;
    for (std::int64_t n = 1; n <= round_points; ++n) planned.push_back(point_of(n));
    const listed_points plan(std::move(planned));
    const worker_order order{.backend = "scripted", .cache_folder = folder_.string()};
    renewable_team team([&] {
      return std::make_unique<coordinator>(SCRIPTED_WORKER, std::vector{order}, phase_limits{},
                                           [this] { return now_; });
    });
    rounds_listener listener;
    listener.measured = [&](const point& point, journal::json&& line) {
      const bool is_new = pooled_.emplace(point.problem.integer("n"), std::move(line)).second;
      EXPECT_TRUE(is_new) << point.key() << " was recorded twice";
    };
    listener.process_measured = [&](const point& point, const journal::json& line) {
      EXPECT_EQ(line.at("event"), "process");
      const auto number = line.at("process").get<std::size_t>();
      seen_.emplace_back(point.problem.integer("n"), number);
      lines_.push_back(line);
      if (after_line_) after_line_();
    };
    listener.referenced = [](journal::json&&) {};
    listener.interrupted = [this] { return interrupts_ && interrupts_(); };
    outcome_ = run_rounds(team, plan,
                          {.shuffle_seed = 1,
                           .budget_seconds = budget_s_,
                           .is_done =
                               [this](const std::string& key) {
                                 return std::any_of(
                                     done_.begin(), done_.end(),
                                     [&](std::int64_t n) { return point_of(n).key() == key; });
                               }},
                          listener, *record_, [this] { return now_; });
  }

  // As a resumed run reads them.
  void read_lines() {
    std::vector<journal::json> lines = lines_;
    record_.emplace(record_->num_processes());
    for (const auto& line : lines) record_->add(line, "journal");
    for (const auto& [n, line] : pooled_) {
      done_.push_back(n);
      record_->forget(point_of(n).key());
    }
  }

  std::size_t count(std::int64_t n, std::size_t process) const {
    return static_cast<std::size_t>(std::count(seen_.begin(), seen_.end(), std::pair(n, process)));
  }

  void expect_each_process_once(std::size_t processes) const {
    for (std::int64_t n = 1; n <= round_points; ++n)
      for (std::size_t process = 1; process <= processes; ++process)
        EXPECT_EQ(count(n, process), 1u) << n << " in process " << process;
    EXPECT_EQ(seen_.size(), round_points * processes);
    EXPECT_EQ(pooled_.size(), static_cast<std::size_t>(round_points));
  }

  std::optional<journal::process_record> record_;
  std::map<std::int64_t, journal::json> pooled_;            // By n.
  std::vector<std::pair<std::int64_t, std::size_t>> seen_;  // n and process, as they came.
  std::vector<journal::json> lines_;                        // Of processes.
  std::vector<std::int64_t> done_;                          // In an earlier run.
  std::optional<double> budget_s_;
  std::function<bool()> interrupts_;
  std::function<void()> after_line_;  // Of each process.
  std::chrono::steady_clock::time_point now_ = {};
  sweep_outcome outcome_;
};

TEST_F(process_rounds_test, start_one_process_per_round_for_all_points) {
  sweep(3);
  expect_each_process_once(3);
  EXPECT_EQ(starts(), 3);
  EXPECT_EQ(outcome_.measured, round_points);
  EXPECT_EQ(outcome_.stopped, "");
  EXPECT_EQ(outcome_.kernels_compiled, 3u);
  EXPECT_EQ(outcome_.kernels_from_cache, 3u * round_points);
  for (const auto& [n, line] : pooled_) {
    EXPECT_EQ(line.at("processes").at("medians"), journal::json({1001.0, 1002.0, 1003.0})) << n;
    EXPECT_EQ(line.at("times_ns").at("n"), 75);
  }
  EXPECT_TRUE(record_->empty());
}

TEST_F(process_rounds_test, measure_no_further_process_of_a_point_that_failed) {
  plant("crashes", 5, 1);
  sweep(3);
  EXPECT_EQ(pooled_.at(5).at("status"), "crashed");
  EXPECT_EQ(count(5, 1), 1u);
  EXPECT_EQ(count(5, 2), 0u);
  EXPECT_EQ(count(6, 3), 1u);
  EXPECT_EQ(outcome_.measured, round_points);
}

TEST_F(process_rounds_test, blame_no_process_for_a_worker_that_was_replaced) {
  plant("dies", 5, 1);
  sweep(2);
  expect_each_process_once(2);
  EXPECT_EQ(starts(), 3);
  EXPECT_EQ(outcome_.worker_restarts, 1u);
}

TEST_F(process_rounds_test, go_on_in_the_middle_of_a_round) {
  after_line_ = [this] {
    if (seen_.size() == round_points + 4u) throw killed();
  };
  EXPECT_THROW(sweep(3), killed);
  EXPECT_TRUE(pooled_.empty());
  after_line_ = {};
  read_lines();
  const auto before = starts();
  sweep(3);
  expect_each_process_once(3);
  EXPECT_EQ(starts() - before, 2) << "the first round has nothing left";
  EXPECT_EQ(outcome_.measured, round_points);
}

TEST_F(process_rounds_test, repeat_no_finished_point_in_the_last_round) {
  plant("crashes", 2, 1);
  after_line_ = [this] {
    if (pooled_.size() == 5) throw killed();
  };
  EXPECT_THROW(sweep(2), killed);
  after_line_ = {};
  read_lines();
  sweep(2);
  EXPECT_EQ(outcome_.measured, round_points - 5u);
  EXPECT_EQ(pooled_.size(), static_cast<std::size_t>(round_points));
  EXPECT_EQ(pooled_.at(2).at("status"), "crashed");
  EXPECT_EQ(seen_.size(), 2u * round_points - 1);
}

TEST_F(process_rounds_test, start_no_round_after_an_interrupt) {
  interrupts_ = [this] { return seen_.size() > round_points; };
  sweep(3);
  EXPECT_EQ(outcome_.stopped, "interrupted");
  EXPECT_LE(seen_.size(), 2u * round_points);
  EXPECT_EQ(starts(), 2);
}

TEST_F(process_rounds_test, pool_what_an_earlier_run_had_measured_but_not_pooled) {
  sweep(2);
  record_.emplace(2);
  for (const auto& line : lines_)
    if (line.at("key") == point_of(7).key()) record_->add(line, "journal");
  for (std::int64_t n = 1; n <= round_points; ++n)
    if (n != 7) done_.push_back(n);
  const auto pooled = pooled_.at(7);
  pooled_.clear();
  const auto before = starts();
  sweep(2);
  EXPECT_EQ(starts() - before, 1) << "the team of the new run, which has nothing to do";
  EXPECT_EQ(seen_.size(), 2u * round_points);
  ASSERT_EQ(pooled_.size(), 1u);
  EXPECT_EQ(pooled_.at(7), pooled);
}

TEST_F(process_rounds_test, have_one_budget_together) {
  budget_s_ = 10;
  after_line_ = [this] {
    if (seen_.size() % round_points == round_points / 2) now_ += std::chrono::seconds(4);
  };
  sweep(5);
  EXPECT_EQ(outcome_.stopped, "the budget of 10 s is used up");
  EXPECT_GT(seen_.size(), 2u * round_points);
  EXPECT_LE(seen_.size(), 3u * round_points);
}

TEST_F(process_rounds_test, stop_where_no_fresh_process_starts) {
  after_line_ = [this] {
    if (seen_.size() == round_points) plant("no_start", 0, 100);
  };
  sweep(3);
  EXPECT_NE(outcome_.stopped, "");
  EXPECT_EQ(seen_.size(), static_cast<std::size_t>(round_points));
  EXPECT_TRUE(pooled_.empty());
}

TEST(options_of_process, share_samples_and_time) {
  const auto shared =
      options_of_process({.precision = 0.005, .max_seconds = 2, .max_samples = 1001}, 5);
  EXPECT_EQ(shared.max_samples, 201u);
  EXPECT_DOUBLE_EQ(shared.max_seconds, 0.4);
  EXPECT_EQ(shared.precision, 0.005);
  EXPECT_EQ(options_of_process({.max_samples = 1}, 5).max_samples, 1u);
  EXPECT_EQ(options_of_process({.max_samples = 1000}, 1).max_samples, 1000u);
}

}  // namespace
}  // namespace warpmark::workers
