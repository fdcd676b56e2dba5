#include "ci/gate/programs/plugin_stage.hpp"

#include "bench/compiler/program_code.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/programs/program_statics.hpp"

namespace warpmark::gate {
namespace {

stage_outcome unchanged_points(const comparison& compared) {
  const stopwatch since_start;
  stage_outcome outcome{.record = {.stage = gate_stage::statics}};
  for (const auto& point : compared.points)
    if (point.on_both())
      outcome.findings.push_back({.stage = gate_stage::statics,
                                  .subject = point.key,
                                  .family = point.family,
                                  .variant = point.variant,
                                  .outcome = verdict::unchanged,
                                  .reason = "both plugins are the same build"});
  outcome.record.subjects = outcome.findings.size();
  outcome.record.seconds = since_start.seconds();
  return outcome;
}

}  // namespace

stage_outcome compare_plugins(const comparison& compared, const gate_settings& settings,
                              const progress_listener& progress) {
  if (compared.base->record().digest == compared.head->record().digest)
    return unchanged_points(compared);
  const auto base = compiler::program_code::of_file(compared.base->tree().plugin);
  const auto head = compiler::program_code::of_file(compared.head->tree().plugin);
  if (base.kernels().empty() && head.kernels().empty())
    return {.record = {.stage = gate_stage::statics,
                       .left_out = "neither plugin has machine code for a device"}};
  return compare_programs(base, head, settings, progress);
}

}  // namespace warpmark::gate
