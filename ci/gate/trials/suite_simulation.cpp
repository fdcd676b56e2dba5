#include "ci/gate/trials/suite_simulation.hpp"

#include <utility>

namespace warpmark::gate {
namespace {

double share(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

void count_interval(trial_tally& tally, const timing_effect& effect, double true_ratio) {
  ++tally.intervals;
  tally.covering += effect.ratio_low <= true_ratio && true_ratio <= effect.ratio_high ? 1 : 0;
}

void count_finding(trial_tally& tally, const gate_finding& found, double slowdown) {
  const bool slower = found.outcome == verdict::regression;
  if (slowdown > 0) {
    ++tally.slow_points;
    tally.slow_found += slower ? 1 : 0;
  } else {
    ++tally.equal_points;
    tally.false_alarms += slower ? 1 : 0;
    tally.equal_passed += found.outcome == verdict::pass ? 1 : 0;
  }
  tally.false_improvements += found.outcome == verdict::improvement ? 1 : 0;
}

void count_suite(trial_tally& tally, const timing_run& run, const std::vector<double>& slowdowns) {
  const std::size_t alarms_before = tally.false_alarms;
  std::size_t at = 0;  // Findings are in the points' order and exclude calibrators.
  for (std::size_t i = 0; i < run.record.points.size(); ++i) {
    const point_role role = run.record.points[i].role;
    if (!has_finding(run.record.points[i])) continue;
    const gate_finding& found = run.outcome.findings[at];
    if (role == point_role::candidate) {
      count_finding(tally, found, slowdowns[i]);
      if (run.outcome.confirmed[at] && found.effect)
        count_interval(tally, *found.effect, 1 + slowdowns[i]);
      tally.equal_flagged += slowdowns[i] <= 0 && run.outcome.screened[at] ? 1 : 0;
    }
    ++at;
  }
  ++tally.suites;
  tally.alarmed += tally.false_alarms > alarms_before ? 1 : 0;
  tally.void_suites += run.outcome.controls.trouble.empty() ? 0 : 1;
  tally.warned_suites += run.outcome.warnings.empty() ? 0 : 1;
}

}  // namespace

double trial_tally::power() const { return share(slow_found, slow_points); }
double trial_tally::coverage() const { return share(covering, intervals); }
double trial_tally::passed_share() const { return share(equal_passed, equal_points); }
double trial_tally::flagged_share() const { return share(equal_flagged, equal_points); }

trial_tally try_suites(const suite_maker& make, const gate_settings& settings, std::size_t suites,
                       std::uint64_t seed) {
  trial_tally tally;
  for (std::size_t i = 0; i < suites; ++i) {
    synthetic_suite suite = make(seed + i);
    const timing_run run = run_timing(*suite.source, std::move(suite.points), settings, seed + i);
    count_suite(tally, run, suite.slowdowns);
  }
  return tally;
}

}  // namespace warpmark::gate
