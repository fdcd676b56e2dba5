#include "ci/gate/decision/decide.hpp"

#include <fmt/format.h>

#include "ci/gate/decision/cause.hpp"
#include "ci/gate/decision/control_adjustment.hpp"
#include "ci/gate/decision/controls.hpp"
#include "ci/gate/decision/family_trends.hpp"
#include "ci/gate/decision/monitors.hpp"
#include "ci/gate/decision/verdicts.hpp"

namespace warpmark::gate {
namespace {

void add_findings(timing_outcome& outcome, const std::vector<point_evidence>& all,
                  const timing_settings& timing) {
  const std::size_t confirmed = confirmed_candidates(all);
  t_table table;
  for (const point_evidence& point_evidence : all) {
    if (!has_finding(*point_evidence.point)) continue;
    outcome.screened.push_back(point_evidence.flagged);
    outcome.confirmed.push_back(point_evidence.confirmed.has_value());
    gate_finding& found =
        outcome.findings.emplace_back(judge(point_evidence, confirmed, timing, table));
    if (found.outcome == verdict::regression || found.outcome == verdict::improvement)
      found.effect->cause = cause_of(point_evidence);
  }
  find_launch_overheads(outcome.findings);
}

std::vector<bool> picked_points(const std::vector<point_evidence>& all) {
  std::vector<bool> picked;
  picked.reserve(all.size());
  for (const point_evidence& point_evidence : all) picked.push_back(point_evidence.flagged);
  return picked;
}

void add_warnings(timing_outcome& outcome, const timing_record& record,
                  const std::vector<point_evidence>& all) {
  const round_table rounds = screening_rounds(record);
  const std::vector<bool> picked = picked_points(all);
  outcome.warnings = family_trends(record, rounds, picked);
  for (const auto& warning : {order_effect(rounds), one_sidedness(record, rounds, picked)})
    if (warning) outcome.warnings.push_back(*warning);
  if (!control_adjustment(record.points, {}).complete())
    outcome.warnings.push_back(
        fmt::format("fewer than {} controls in some rounds: a shift of an entire process could not "
                    "be told from "
                    "a change of every point",
                    control_adjustment::min_controls));
}

}  // namespace

timing_outcome decide(const timing_record& record, const gate_settings& settings) {
  const auto all = gather_evidence(record, settings);
  timing_outcome outcome;
  add_findings(outcome, all, settings.timing);
  outcome.controls = judge_controls(all, settings.timing);
  add_warnings(outcome, record, all);
  return outcome;
}

}  // namespace warpmark::gate
