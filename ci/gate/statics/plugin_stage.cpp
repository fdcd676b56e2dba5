#include "ci/gate/statics/plugin_stage.hpp"

#include "bench/sampling/stopwatch.hpp"

namespace warpmark::gate {

stage_outcome compare_plugins(const comparison& compared) {
  const stopwatch since_start;
  stage_outcome outcome{.record = {.stage = gate_stage::statics}};
  for (const auto& point : compared.points) {
    if (!point.on_both() || point.base->foreign_code != point.head->foreign_code) continue;
    outcome.findings.push_back({.stage = gate_stage::statics,
                                .subject = point.key,
                                .family = point.family,
                                .variant = point.variant,
                                .outcome = verdict::unchanged,
                                .reason = "both plugins are the same build"});
  }
  outcome.record.subjects = outcome.findings.size();
  outcome.record.seconds = since_start.seconds();
  return outcome;
}

}  // namespace warpmark::gate
