#include "ci/gate/timing/card_self_test.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/verbosity.hpp"
#include "bench/statistics/t_test.hpp"
#include "ci/gate/decision/run_timing.hpp"

namespace warpmark::gate {
namespace {

planted_row try_slowdown(const device_trial& at, double slowdown,
                         const std::vector<slowed_point>& calibrated, const gate_settings& settings,
                         std::uint64_t seed) {
  std::vector<slowed_point> points;
  for (const auto& calibration : calibrated)
    if (calibration.slowdown == slowdown) points.push_back(calibration);
  planted_row row{.slowdown = slowdown, .points = points.size()};
  synthetic_suite suite = at.slowed(points, settings.timing, seed);
  const timing_run run = run_timing(*suite.source, std::move(suite.points), settings, seed);
  row.controls = run.outcome.controls;
  std::size_t next = 0;  // Findings are in the points' order and exclude calibrators.
  for (const auto& point : run.record.points) {
    if (!has_finding(point)) continue;
    const bool found = run.outcome.findings[next++].outcome == verdict::regression;
    const bool precise = spread_of(point) <= precise_spread;
    ++row.calibrated;
    row.found += found ? 1 : 0;
    row.precise += precise ? 1 : 0;
    row.precise_found += precise && found ? 1 : 0;
  }
  return row;
}

guarantee_check check_row(const planted_row& row, const guaranteed_power& guaranteed) {
  const double share =
      row.precise == 0 ? 0
                       : static_cast<double>(row.precise_found) / static_cast<double>(row.precise);
  return {fmt::format("{} of {} points ({:.1f} %) with a calibrated slow-down of {:.3g} % found, "
                      "guaranteed at least {:.3g} %",
                      row.precise_found, row.precise, 100 * share, 100 * guaranteed.slowdown,
                      100 * guaranteed.min_share),
          row.precise > 0 && share >= guaranteed.min_share};
}

}  // namespace

bool card_self_test_result::kept() const {
  return std::all_of(checks.begin(), checks.end(), [](const auto& check) { return check.kept; });
}

double spread_of(const timed_point& point) {
  std::vector<double> ratios;
  for (const auto& pair : point.rounds)
    if (pair.discarded.empty()) ratios.push_back(pair.log_ratio());
  return ratios.size() < 2 ? 0 : std::sqrt(statistics::moments_of(ratios).variance);
}

card_self_test_result card_self_test(const device_trial& at, const card_self_test_plan& plan,
                                     const gate_settings& settings, std::uint64_t seed) {
  card_self_test_result result;
  const auto say = [](const char* step) { print_note(fmt::format("selftest: {}", step)); };
  say("calibrating planted slow-downs");
  std::vector<double> slowdowns;
  slowdowns.reserve(card_powers.size());
  for (const guaranteed_power& guaranteed : card_powers) slowdowns.push_back(guaranteed.slowdown);
  const auto calibrated = at.calibration(slowdowns, plan.calibration_rounds);
  for (const guaranteed_power& guaranteed : card_powers) {
    say("running the gate on planted slow-downs");
    result.rows.push_back(try_slowdown(at, guaranteed.slowdown, calibrated, settings, seed++));
    result.checks.push_back(check_row(result.rows.back(), guaranteed));
  }
  say("comparing sample orders");
  const auto bias = [&](sampling::pair_order order) {
    return at.bias(order, plan.heat_s, plan.bias_pairs, plan.bias_rounds);
  };
  result.blocked = bias(sampling::pair_order::blocked);
  result.alternating = bias(sampling::pair_order::alternating);
  result.checks.push_back(check_bias(result.blocked.bias, result.alternating.bias));
  return result;
}

}  // namespace warpmark::gate
