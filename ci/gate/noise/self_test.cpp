#include "ci/gate/noise/self_test.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "ci/gate/noise/noise_suite.hpp"

namespace warpmark::gate {
namespace {

constexpr std::size_t rounds_of_session = 10;
constexpr double drift_of_session = 0.02;
// Cells must not share seeds; a cell has far fewer suites than this.
constexpr std::uint64_t seeds_of_cell = 1'000'000;

using job = std::function<void()>;

void run_all(const std::vector<job>& jobs) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) jobs[i]();
  };
  std::vector<std::jthread> workers(std::max(1u, std::thread::hardware_concurrency()));
  for (std::jthread& worker : workers) worker = std::jthread(work);
}

std::vector<job> jobs_of(self_test_result& result, const self_test_plan& plan,
                         const gate_settings& settings, std::uint64_t seed) {
  std::vector<job> jobs;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const auto add = [&](trial_tally& into, std::size_t slow, double slowdown, std::size_t suites) {
      const suite_maker suites_of_cell =
          noise_suites(all_noise[i], {.points = plan.points, .slow = slow, .slowdown = slowdown});
      const std::uint64_t first = seed + seeds_of_cell * jobs.size();
      jobs.emplace_back(
          [=, &into, &settings] { into = try_suites(suites_of_cell, settings, suites, first); });
    };
    add(result.rows[i].unchanged, 0, 0, plan.unchanged);
    for (std::size_t k = 0; k < planted_slowdowns.size(); ++k)
      add(result.rows[i].slowed[k], plan.slow, planted_slowdowns[k], plan.slowed);
  }
  return jobs;
}

trial_tally intervals_of(const self_test_row& row) {
  trial_tally all;
  const auto add = [&](const trial_tally& trial_tally) {
    all.intervals += trial_tally.intervals;
    all.covering += trial_tally.covering;
  };
  add(row.unchanged);
  for (const trial_tally& trial_tally : row.slowed) add(trial_tally);
  return all;
}

void check_row(self_test_result& result, const self_test_row& row) {
  result.checks.push_back(check_alarms(row.scenario, row.unchanged));
  result.checks.push_back(check_coverage(row.scenario, row.all));
  if (row.scenario != typical_noise.name) return;
  for (const guaranteed_power& guaranteed : gate_guarantees{}.powers)
    for (std::size_t k = 0; k < planted_slowdowns.size(); ++k)
      if (planted_slowdowns[k] == guaranteed.slowdown)
        result.checks.push_back(check_power(row.scenario, row.slowed[k], guaranteed));
}

}  // namespace

bool self_test_result::kept() const {
  return std::all_of(checks.begin(), checks.end(), [](const auto& check) { return check.kept; });
}

self_test_result self_test(const self_test_plan& plan, const gate_settings& settings,
                           std::uint64_t seed) {
  self_test_result result;
  for (const noise_scenario& scenario : all_noise)
    result.rows.push_back({.scenario = std::string(scenario.name)});
  run_all(jobs_of(result, plan, settings, seed));
  for (self_test_row& row : result.rows) row.all = intervals_of(row);
  for (const auto order : {side_order::blocked, side_order::same_first, side_order::alternating})
    result.biases.push_back(
        {order, order_bias(order, drift_of_session, rounds_of_session, plan.bias_sessions, seed)});
  for (const self_test_row& row : result.rows) check_row(result, row);
  result.checks.push_back(check_bias(result.biases.front().bias, result.biases.back().bias));
  return result;
}

}  // namespace warpmark::gate
