#include "ci/gate/gate_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/core/embedded_kernels.hpp"
#include "bench/core/usage_error.hpp"
#include "ci/gate/counting/counting_stage.hpp"
#include "ci/gate/golden/golden_stage.hpp"
#include "ci/gate/settings/point_settings.hpp"
#include "ci/gate/sides/code_differences.hpp"
#include "ci/gate/sides/git_repository.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/statics/architecture_limits.hpp"
#include "ci/gate/statics/static_stage.hpp"

namespace warpmark::gate {
namespace {

// Counted as on the card that the interpreter models, if the settings have it.
std::string counted_architecture(const std::vector<std::string>& architectures) {
  const std::string modelled = device_limits{}.architecture;
  const bool has =
      std::find(architectures.begin(), architectures.end(), modelled) != architectures.end();
  return has ? modelled : architectures.front();
}

std::unique_ptr<side> side_of(side_tree tree, const gate_request& wanted) {
  if (wanted.kernels_file.empty()) return built_in_side(std::move(tree));
  return described_side(std::move(tree), wanted.kernels_file);
}

stage_outcome left_out(gate_stage stage, const std::string& why) {
  return {.record = {.stage = stage, .left_out = why}};
}

// What comes after all stages, whatever they were.
void conclude(gate_result& result, const gate_request& wanted) {
  for (auto warnings : {accept_known(wanted.acceptances, result.findings),
                        unused_overrides(wanted.settings, result.findings)})
    std::move(warnings.begin(), warnings.end(), std::back_inserter(result.warnings));
  sort_findings(result.findings);
  result.ending = ending_of(result, wanted.settings.fail_on);
}

class gate_session {
 public:
  explicit gate_session(const gate_request& wanted)
      : wanted_(wanted), compile_(embedded_compiler_options(wanted.cache_folder)) {}

  gate_result run() {
    open_sides();
    refuse_expired(wanted_.acceptances, utc_date(),
                   [&](const std::string& commit) { return is_in_base(commit); });
    auto one_sided = one_sided_findings(compared_, wanted_.wanted);
    std::move(one_sided.begin(), one_sided.end(), std::back_inserter(result_.findings));
    run_stages();
    // Only now: a description's digest is known when it has been read.
    result_.base = compared_.base->record();
    result_.head = compared_.head->record();
    conclude(result_, wanted_);
    return std::move(result_);
  }

 private:
  // A base that is no commit has none.
  bool is_in_base(const std::string& commit) const {
    const std::string& base = compared_.base->record().commit;
    if (base.empty()) return false;
    const auto repository = git_repository::around(std::filesystem::current_path());
    return repository && repository->is_in(commit, base, "accept.toml: expires");
  }

  void open_sides() {
    tree_request wanted{
        .option = "--head", .asked = wanted_.head, .kernels_file = wanted_.kernels_file};
    side_tree head = open_tree(wanted, scratch_.path() / "head");
    wanted.option = "--base";
    wanted.asked = wanted_.base;
    if (!head.record.commit.empty()) wanted.head_commit = head.record.commit;
    side_tree base = open_tree(wanted, scratch_.path() / "base");
    const host_code_difference host_code =
        wanted_.kernels_file.empty() ? compare_host_code(base, head) : host_code_difference{};
    result_.warnings = host_code.warnings();
    compared_ = compare_sides(side_of(std::move(base), wanted_), side_of(std::move(head), wanted_),
                              wanted_.wanted, {.interpreted = true}, result_.warnings);
    compared_.host_code = host_code;
  }

  void run_stages() {
    const gate_settings& settings = wanted_.settings;
    const auto asked = [&](gate_stage stage) { return wanted_.stages.contains(stage); };
    take(result_, asked(gate_stage::statics) ? compare_machine_code(compared_, settings, compile_)
                                             : left_out(gate_stage::statics, "not asked for"));
    take(result_, asked(gate_stage::counting) ? count(counted_architecture(settings.architectures))
                                              : left_out(gate_stage::counting, "not asked for"));
    take(result_,
         asked(gate_stage::timing) ? time() : left_out(gate_stage::timing, "not asked for"));
  }

  stage_outcome count(const std::string& architecture) {
    const auto differences = code_differences(compared_, compile_, architecture);
    return compare_counters(compared_, wanted_.settings, differences, compile_, architecture);
  }

  stage_outcome time() const {
    if (!wanted_.timing) return left_out(gate_stage::timing, wanted_.no_timing);
    return wanted_.timing({.compared = compared_,
                           .wanted = wanted_.wanted,
                           .kernels_file = wanted_.kernels_file,
                           .settings = wanted_.settings});
  }

  const gate_request& wanted_;
  compiler::kernel_compiler compile_;
  scratch_folder scratch_;
  comparison compared_;
  gate_result result_;
};

}  // namespace

gate_result run_gate(const gate_request& wanted) {
  require_known(wanted.settings.architectures);
  return gate_session(wanted).run();
}

selection default_selection() { return golden_selection({}); }

gate_result run_golden_gate(const std::filesystem::path& folder, const gate_request& wanted) {
  refuse_expired(wanted.acceptances, utc_date(), [](const std::string&) { return false; });
  compiler::kernel_compiler compile(embedded_compiler_options(wanted.cache_folder));
  gate_result result;
  result.base.asked = folder.string();
  result.head.asked = "this program";
  take(result, compare_with_golden(folder, wanted.wanted.patterns, wanted.settings, compile));
  conclude(result, wanted);
  return result;
}

}  // namespace warpmark::gate
