#include "ci/gate/formats/report_rule.hpp"

#include <algorithm>
#include <string_view>

namespace warpmark::gate {

const std::vector<report_rule>& all_report_rules() {
  static const std::vector<report_rule> report_rules = {
      {"GPU-PERF-REGRESSION-STATIC", "The compiled code became worse",
       "A quantity of the machine code grew by more than its tolerance: spills, stack or shared "
       "memory; or occupancy fell. It was read from the compiler's output; nothing was executed.",
       "Look at the line that is marked, and at the code that was added there: arrays that are "
       "indexed by variables, larger tiles and longer unrolled loops cost registers. If the growth "
       "is intended, accept it in accept.toml.",
       rule_severity::error},
      {"GPU-PERF-REGRESSION-COUNTING", "More work is counted",
       "A counter of the interpreter grew by more than its tolerance: memory sectors, wavefronts "
       "of shared memory, barriers, issued instructions. Counts are exact and do not depend on a "
       "GPU.",
       "The marked line is where the counter grew most; the message names the counter and what its "
       "growth means, such as uncoalesced accesses or bank conflicts.",
       rule_severity::error},
      {"GPU-PERF-REGRESSION", "The head is slower",
       "The head is slower than the base by more than the margin, in pairs of runs of both on one "
       "GPU, with the chance of a false alarm in the full suite below alpha.",
       "Compare the counters and the machine code of both versions: the cause in the message says "
       "whether more cycles, a lower clock or launch overhead explain it.",
       rule_severity::error},
      {"GPU-PERF-SUSPECT", "Faster than is believable",
       "The head is much faster than the base although no counter explains it, or it "
       "is faster than its memory traffic allows. Work may be missing.",
       "Check that the kernel still does all its work and that its result is still compared.",
       rule_severity::error},
      {"GPU-PERF-INVALID", "The result is wrong or cannot be trusted",
       "The head's kernel does not compile, its result is wrong, it accesses memory that it must "
       "not, or its measurements were disturbed. Nothing is said about its speed.",
       "Correct the kernel first; `warpmark run --backend simt` shows the same error without a "
       "GPU.",
       rule_severity::error},
      {"GPU-PERF-MISSING", "The variant or point is missing",
       "The base has this variant or point, the head does not: it was removed or renamed, or its "
       "sizes changed.",
       "If that is intended, merge it with `--fail-on` or a gate.toml that leaves `missing` out.",
       rule_severity::error},
      {"GPU-PERF-INCONCLUSIVE", "Neither slower nor shown to be as fast",
       "The interval of the measured ratio contains the margin, or the sides could not be "
       "compared.",
       "The message gives the detectable slow-down and how many more rounds would decide "
       "it.",
       rule_severity::warning},
  };
  return report_rules;
}

const report_rule* report_rule_of(const gate_finding& finding) {
  const auto named = [](std::string_view rule) {
    const auto& all = all_report_rules();
    return &*std::find_if(all.begin(), all.end(),
                          [&](const report_rule& report_rule) { return report_rule.rule == rule; });
  };
  switch (finding.outcome) {
    case verdict::regression:
    case verdict::accepted:
      return named(finding.stage == gate_stage::statics    ? "GPU-PERF-REGRESSION-STATIC"
                   : finding.stage == gate_stage::counting ? "GPU-PERF-REGRESSION-COUNTING"
                                                           : "GPU-PERF-REGRESSION");
    case verdict::suspect:
      return named("GPU-PERF-SUSPECT");
    case verdict::invalid:
      return named("GPU-PERF-INVALID");
    case verdict::missing:
      return named("GPU-PERF-MISSING");
    case verdict::inconclusive:
      return named("GPU-PERF-INCONCLUSIVE");
    default:
      return nullptr;
  }
}

}  // namespace warpmark::gate
