#include "ci/gate/statics/static_stage.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/compiler/ptx_module.hpp"
#include "bench/core/point_measurer.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/settings/judging.hpp"
#include "ci/gate/sides/changed_places.hpp"
#include "ci/gate/sides/compile_fault.hpp"
#include "ci/gate/sides/same_code.hpp"
#include "ci/gate/statics/architecture_limits.hpp"
#include "ci/gate/statics/instruction_mix.hpp"
#include "ci/gate/statics/kernel_pairs.hpp"
#include "ci/gate/statics/resource_changes.hpp"

namespace warpmark::gate {
namespace {

using compiler::kernel_handle;

// A kernel, or why it does not compile.
struct compiled_side {
  kernel_handle kernel;
  std::string why;
};

using kernel_future = std::shared_future<kernel_handle>;

compiled_side wait_for(const std::optional<kernel_future>& pending) {
  if (!pending) return {};
  try {
    return {pending->get(), ""};
  } catch (const compiler::compile_error& error) {
    return {nullptr, error.what()};
  }
}

class machine_code_comparison {
 public:
  machine_code_comparison(const comparison& compared, const stage_context& context)
      : context_(context),
        settings_(context.settings),
        compile_(context.compile),
        head_(*compared.head),
        places_(*compared.base, *compared.head),
        pairs_(kernel_pairs_of(compared.points)) {}

  std::size_t subjects() const { return pairs_.size() * settings_.architectures.size(); }
  const mix_reader& mixes() const { return mixes_; }

  std::vector<gate_finding> findings() {
    std::vector<pending_pair> pending;
    for (const auto& architecture : settings_.architectures)
      for (const auto& pair : pairs_)
        pending.push_back(
            {&pair, architecture, begin(pair.base, architecture), begin(pair.head, architecture)});
    std::vector<gate_finding> result;
    for (const auto& point : pending) {
      context_.progress({.stage = gate_stage::statics,
                         .unit = "kernels",
                         .done = result.size(),
                         .total = pending.size(),
                         .doing = point.pair->shown().expression});
      result.push_back(compare(point));
    }
    return result;
  }

 private:
  struct pending_pair {
    const kernel_pair* pair;
    std::string architecture;
    std::optional<kernel_future> base, head;
  };

  std::optional<kernel_future> begin(const std::optional<kernel_instance>& kernel,
                                     const std::string& architecture) {
    if (!kernel) return std::nullopt;
    return compile_.submit(request_for(*kernel, architecture, compile_));
  }

  gate_finding compare(const pending_pair& pending) {
    const kernel_pair& pair = *pending.pair;
    gate_finding result{.stage = gate_stage::statics,
                        .subject = fmt::format("{}: {} on {}", pair.shown().file,
                                               pair.shown().expression, pending.architecture),
                        .family = pair.family,
                        .variant = *pair.variants.begin()};
    const compiled_side base = wait_for(pending.base), head = wait_for(pending.head);
    if (!pair.base || !pair.head) {
      result.outcome = pair.head ? verdict::added : verdict::pass;
      result.reason = pair.head ? "launched only in the head" : "no longer launched";
    } else if (!base.why.empty() || !head.why.empty()) {
      tell_of_errors(base, head, result);
    } else if (same_code({*pair.base, *base.kernel}, {*pair.head, *head.kernel})) {
      result.reason = "equal machine code";
    } else {
      compare_code(pending, *base.kernel, *head.kernel, result);
    }
    if (pair.head && result.outcome != verdict::unchanged && result.place.file.empty())
      result.place = places_.definition(*pair.head);
    if (pair.variants.size() > 1)
      result.reason += fmt::format(" (kernel of {})", fmt::join(pair.variants, ", "));
    return result;
  }

  void tell_of_errors(const compiled_side& base, const compiled_side& head,
                      gate_finding& result) const {
    result.outcome = head.why.empty()   ? verdict::added
                     : base.why.empty() ? verdict::invalid
                                        : verdict::inconclusive;
    result.reason =
        head.why.empty()
            ? fmt::format("compiles now; the base does not: {}", base.why)
            : fmt::format("does not compile{}: {}",
                          base.why.empty() ? " in the head" : ", on either side", head.why);
    if (!head.why.empty()) result.place = place_of_error(head_, head.why);
  }

  void compare_code(const pending_pair& pending, const compiler::compiled_kernel& base,
                    const compiler::compiled_kernel& head, gate_finding& result) {
    const kernel_pair& pair = *pending.pair;
    result.changes = resource_changes(base.resources, head.resources);
    const source_place definition = places_.definition(*pair.head);
    for (auto& change : result.changes) change.place = definition;
    const auto limits = limits_of_architecture(pending.architecture);
    for (const auto& more : {occupancy_change(base.resources, head.resources, pair, limits.value()),
                             mix_changes(mixes_.read(base), mixes_.read(head))})
      result.changes.insert(result.changes.end(), more.begin(), more.end());
    const judged_subject subject{result.subject, pair.family + "/" + result.variant};
    judge(result.changes, settings_, subject);
    sort_changes(result.changes);
    result.outcome = verdict_over(result.changes, settings_, subject);
    result.reason = reason_of(result);
    result.place = places_.first_change(*pair.base, *pair.head,
                                        compiler::ptx_module(head.ptx).lines(head.lowered_name));
    if (result.place.line == 0) result.place = definition;
  }

  static std::string reason_of(const gate_finding& finding) {
    if (finding.outcome == verdict::regression)
      return "machine code: " + summary_of(finding.changes);
    if (finding.changes.empty()) return "other machine code, of the same size and instructions";
    return "other machine code, nothing judged is worse";
  }

  const stage_context& context_;
  const gate_settings& settings_;
  compiler::kernel_compiler& compile_;
  const side& head_;
  changed_places places_;
  std::vector<kernel_pair> pairs_;
  mix_reader mixes_;
};

}  // namespace

stage_outcome compare_machine_code(const comparison& compared, const stage_context& context) {
  const stopwatch since_start;
  require_known(context.settings.architectures);
  machine_code_comparison work(compared, context);
  stage_outcome result{.record = {.stage = gate_stage::statics, .subjects = work.subjects()},
                       .findings = work.findings()};
  const bool any =
      std::any_of(result.findings.begin(), result.findings.end(),
                  [](const gate_finding& finding) { return !finding.changes.empty(); });
  if (any)
    result.warnings.push_back(
        fmt::format("instruction mixes of the static stage are of {}", work.mixes().source()));
  result.record.seconds = since_start.seconds();
  return result;
}

}  // namespace warpmark::gate
