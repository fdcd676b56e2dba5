#include "ci/gate/programs/program_statics.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "bench/compiler/linked_cubin.hpp"
#include "bench/compiler/ptx/symbol_names.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/programs/program_pairs.hpp"
#include "ci/gate/settings/judging.hpp"
#include "ci/gate/statics/machine_code_mix.hpp"
#include "ci/gate/statics/resource_changes.hpp"

namespace warpmark::gate {
namespace {

using compiler::device_kernel;
using compiler::program_code;
using compiler::ptx_target;

constexpr auto all_kinds = static_cast<std::size_t>(-1);

std::set<ptx_target> targets_of(const program_code& code) {
  std::set<ptx_target> result;
  for (const auto& kernel : code.kernels()) result.insert(kernel.target);
  return result;
}

instruction_mix mix_of(const program_code& code, const device_kernel& kernel) {
  const auto cubin = code.cubin_of(kernel);
  return mix_of_machine_code(compiler::linked_cubin(cubin).code(kernel.name));
}

class program_comparison {
 public:
  program_comparison(const program_code& base, const program_code& head,
                     const gate_settings& settings, const progress_listener& progress)
      : base_(base), head_(head), settings_(settings), progress_(progress) {}

  stage_outcome run() {
    const stopwatch since_start;
    compare_architectures();
    const auto kernels = program_kernels(base_, head_);
    for (const auto& kernel : kernels) {
      if (one_sided_.contains(kernel.target)) continue;
      progress_({.stage = gate_stage::statics,
                 .unit = "kernels",
                 .done = result_.record.subjects,
                 .total = kernels.size(),
                 .doing = kernel.stable_name});
      result_.findings.push_back(compare(kernel));
      ++result_.record.subjects;
    }
    add_notes(program_difference_of(base_, head_));
    result_.record.seconds = since_start.seconds();
    return std::move(result_);
  }

 private:
  // Machine code for an architecture that one side lacks says nothing of its kernels.
  void compare_architectures() {
    const auto base = targets_of(base_), head = targets_of(head_);
    const auto add = [&](const ptx_target& target, verdict outcome, const char* reason) {
      one_sided_.insert(target);
      result_.findings.push_back({.stage = gate_stage::statics,
                                  .subject = "machine code for " + target_text(target),
                                  .family = "program",
                                  .variant = target_text(target),
                                  .outcome = outcome,
                                  .reason = reason});
    };
    for (const auto& target : base)
      if (!head.contains(target))
        add(target, verdict::missing, "the head has no kernel for this architecture");
    for (const auto& target : head)
      if (!base.contains(target))
        add(target, verdict::added, "the base has no kernel for this architecture");
  }

  gate_finding compare(const program_kernel& kernel) {
    const auto& shown = kernel.head.empty() ? *kernel.base.front() : *kernel.head.front();
    const std::string arch = compiler::target_text(kernel.target);
    gate_finding result{
        .stage = gate_stage::statics,
        .subject = fmt::format("{} on {}", compiler::readable_name(shown.name), arch),
        .family = "program",
        .variant = compiler::spellings_of(shown.name).base};
    if (kernel.head.empty() || kernel.base.empty()) {
      result.outcome = kernel.base.empty() ? verdict::added : verdict::pass;
      result.reason = kernel.base.empty() ? "only the head has this kernel"
                                          : "only the base has this kernel: removed, or renamed";
    } else if (kernel.same_code()) {
      result.reason = "equal machine code";
    } else {
      compare_code(kernel, result);
    }
    return result;
  }

  // Of several kernels of a name the first pair that differs is shown.
  std::pair<const device_kernel*, const device_kernel*> first_difference(
      const program_kernel& kernel) const {
    for (std::size_t i = 0; i < std::min(kernel.base.size(), kernel.head.size()); ++i)
      if (kernel.base[i]->own_hash != kernel.head[i]->own_hash)
        return {kernel.base[i], kernel.head[i]};
    return {kernel.base.front(), kernel.head.front()};
  }

  void compare_code(const program_kernel& kernel, gate_finding& result) {
    const auto [base, head] = first_difference(kernel);
    result.changes = resource_changes(base->resources, head->resources);
    if (base->own_hash != head->own_hash) {
      // All, since any of them may be judged.
      const auto mix = mix_changes(mix_of(base_, *base), mix_of(head_, *head), all_kinds);
      result.changes.insert(result.changes.end(), mix.begin(), mix.end());
    }
    const judged_subject subject{result.subject, result.family + "/" + result.variant};
    judge(result.changes, settings_, subject);
    sort_changes(result.changes);
    result.outcome = verdict_over(result.changes, settings_, subject);
    result.reason = reason_of(kernel, result);
    if (const std::size_t units = std::max(kernel.base.size(), kernel.head.size()); units > 1)
      result.reason += fmt::format("; compiled in {} translation units", units);
  }

  static std::string reason_of(const program_kernel& kernel, const gate_finding& finding) {
    if (finding.outcome == verdict::regression)
      return "machine code: " + summary_of(finding.changes);
    if (kernel.same_own_code())
      return "equal machine code, but its module has other functions or variables";
    if (finding.changes.empty()) return "other machine code, of the same size and instructions";
    return "other machine code, nothing judged is worse";
  }

  void add_notes(const program_difference& difference) {
    auto& notes = result_.warnings;
    if (!difference.same_texts)
      notes.push_back(
          "PTX or other device code that is not machine code differs; a driver compiles it for "
          "architectures without machine code");
    const bool are_programs = !base_.host_hash().empty() && !head_.host_hash().empty();
    if (are_programs && base_.host_hash() != head_.host_hash())
      notes.push_back(difference.same_device_code()
                          ? "device code is equal, host code differs: launches may differ"
                          : "host code differs, too");
    for (const auto& [side, code] : {std::pair{"base", &base_}, std::pair{"head", &head_}}) {
      if (code->kernels().empty())
        notes.push_back(fmt::format("the {} has no machine code for a device", side));
      if (const auto libraries = own_libraries(*code); !libraries.empty())
        notes.push_back(fmt::format("the {} loads {}, whose code is not compared", side,
                                    fmt::join(libraries, ", ")));
      if (code->has_relocatable())
        notes.push_back(fmt::format(
            "the {} has device code that is not linked yet (-rdc=true): what the linker adds is "
            "not compared",
            side));
    }
  }

  const program_code& base_;
  const program_code& head_;
  const gate_settings& settings_;
  const progress_listener& progress_;
  std::set<ptx_target> one_sided_;
  stage_outcome result_{.record = {.stage = gate_stage::statics}};
};

}  // namespace

stage_outcome compare_programs(const program_code& base, const program_code& head,
                               const gate_settings& settings, const progress_listener& progress) {
  return program_comparison(base, head, settings, progress).run();
}

}  // namespace warpmark::gate
