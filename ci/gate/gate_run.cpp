#include "ci/gate/gate_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/toml_reader.hpp"
#include "base/usage_error.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "ci/gate/counting/counting_stage.hpp"
#include "ci/gate/golden/golden_stage.hpp"
#include "ci/gate/presentable.hpp"
#include "ci/gate/programs/plugin_stage.hpp"
#include "ci/gate/settings/conclude.hpp"
#include "ci/gate/sides/built_plugin.hpp"
#include "ci/gate/sides/code_differences.hpp"
#include "ci/gate/sides/compile_both_sides.hpp"
#include "ci/gate/sides/git_repository.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/statics/architecture_limits.hpp"
#include "ci/gate/statics/static_stage.hpp"

namespace warpmark::gate {
namespace {

// The card that the interpreter models is preferred, if the settings have its architecture.
std::string counted_architecture(const std::vector<std::string>& architectures) {
  const std::string modelled = device_limits{}.architecture;
  const bool has =
      std::find(architectures.begin(), architectures.end(), modelled) != architectures.end();
  return has ? modelled : architectures.front();
}

device_limits limits_of(const gate_request& gate_request) {
  return gate_request.card ? interpreted_limits(*gate_request.card)
                           : device_limits{.interpreted = true};
}

std::unique_ptr<side> side_of(side_tree tree, const gate_request& gate_request,
                              wrong_description treatment) {
  if (!tree.plugin.empty()) return plugin_side(std::move(tree));
  if (gate_request.kernels_files.empty()) return built_in_side(std::move(tree));
  return described_side(std::move(tree), gate_request.kernels_files, treatment);
}

// A file that neither side has is a mistake on the command line.
void require_kernels_files(const gate_request& gate_request, const side_tree& base,
                           const side_tree& head) {
  for (const auto& kernels_file : gate_request.kernels_files)
    if (!exists(base.folder() / kernels_file) && !exists(head.folder() / kernels_file))
      throw usage_error(
          fmt::format("--kernels {}: there is no such file in the base {} or the head "
                      "{}",
                      kernels_file.string(), gate_request.base, gate_request.head));
}

// The side of a plugin that was built before.
side_tree tree_of_plugin(const std::filesystem::path& file) {
  return {.record = {.name = file.string()},
          .root = std::filesystem::absolute(file).parent_path(),
          .plugin = std::filesystem::absolute(file)};
}

// Warnings for settings files that the head changed.
std::vector<std::string> changed_terms(const gate_request& gate_request, const side_tree& base) {
  std::vector<std::string> warnings;
  for (const auto& terms_file : gate_request.terms_files) {
    const source_tree here;
    std::string before;
    bool is_new = false;
    try {
      before = base.files().read(base.folder() / terms_file);
    } catch (const usage_error&) {
      is_new = true;
    }
    if (is_new)
      warnings.push_back(
          fmt::format("{} is not in the base: the terms of this verdict come with the change",
                      terms_file.string()));
    else if (before != here.read(terms_file))
      warnings.push_back(
          fmt::format("{} differs from the base's: the terms of this verdict come with the change",
                      terms_file.string()));
  }
  return warnings;
}

stage_outcome left_out(gate_stage stage, const std::string& why) {
  return {.record = {.stage = stage, .left_out = why}};
}

compiler::compiler_options compiler_of(const gate_request& gate_request) {
  auto options = embedded_compiler_options(gate_request.cache_folder);
  options.program = gate_request.program;
  // An absolute description is the user's own; its includes may be anywhere.
  options.confined = std::none_of(
      gate_request.kernels_files.begin(), gate_request.kernels_files.end(),
      [](const std::filesystem::path& kernels_file) { return kernels_file.is_absolute(); });
  options.limits = {.seconds = gate_request.limits.compile_s.value_or(compile_patience::base_s),
                    .memory_bytes = gate_request.limits.compile_memory_bytes};
  return options;
}

class gate_session {
 public:
  explicit gate_session(const gate_request& gate_request)
      : request_(gate_request),
        compile_(compiler_of(gate_request)),
        context_{gate_request.settings, compile_, gate_request.limits, gate_request.progress,
                 gate_request.card} {}

  gate_result run() {
    open_sides();
    refuse_expired(request_.acceptances, utc_date(),
                   [&](const std::string& commit) { return is_in_base(commit); });
    auto one_sided = one_sided_findings(compared_, request_.selection);
    std::move(one_sided.begin(), one_sided.end(), std::back_inserter(result_.findings));
    run_stages();
    // After reading, because a description's digest is only known then.
    result_.base = compared_.base->record();
    result_.head = compared_.head->record();
    conclude(result_, request_.acceptances, request_.settings);
    make_presentable(result_, root_in_repository_);
    return std::move(result_);
  }

 private:
  // A base that is not a commit contains no commit.
  bool is_in_base(const std::string& commit) const {
    const std::string& base = compared_.base->record().commit;
    if (base.empty()) return false;
    const auto repository = git_repository::around(std::filesystem::current_path());
    return repository && repository->is_in(commit, base, "accept.toml: expires");
  }

  void open_trees(side_tree& base, side_tree& head) {
    const auto& of_plugins = request_.plugins;
    if (of_plugins && of_plugins->build.empty()) {
      base = tree_of_plugin(of_plugins->base);
      head = tree_of_plugin(of_plugins->head);
      return;
    }
    tree_request tree_request{.option = "--head",
                              .name = request_.head,
                              .kernels_files = request_.kernels_files,
                              .is_whole = of_plugins.has_value()};
    head = open_tree(tree_request, scratch_.path() / "head");
    tree_request.option = "--base";
    tree_request.name = request_.base;
    if (!head.record.commit.empty()) tree_request.head_commit = head.record.commit;
    base = open_tree(tree_request, scratch_.path() / "base");
    align(base, head);
    if (!of_plugins) return require_kernels_files(request_, base, head);
    base.plugin = build_plugin(of_plugins->build, base.folder(), of_plugins->built, "the base");
    head.plugin = build_plugin(of_plugins->build, head.folder(), of_plugins->built, "the head");
    for (const auto* tree : {&base, &head}) plugins::try_to_open(tree->plugin.string());
  }

  void open_sides() {
    side_tree base, head;
    open_trees(base, head);
    root_in_repository_ = head.root_in_repository;
    auto terms = request_.plugins && request_.plugins->build.empty()
                     ? std::vector<std::string>()
                     : changed_terms(request_, base);
    const bool is_built_in = request_.kernels_files.empty() && !request_.plugins;
    const host_code_difference host_code =
        is_built_in ? compare_host_code(base, head) : host_code_difference{};
    result_.warnings = std::move(terms);
    for (auto& warning : host_code.warnings()) result_.warnings.push_back(std::move(warning));
    std::unique_ptr<side> head_side;
    inspect::in_place("in the head", [&] {
      head_side = side_of(std::move(head), request_, wrong_description::is_error);
    });
    auto base_side = side_of(std::move(base), request_, wrong_description::is_note);
    compared_ = compare_sides(std::move(base_side), std::move(head_side), request_.selection,
                              limits_of(request_), result_.warnings);
    compared_.host_code = host_code;
  }

  void compare_compiled_code() {
    take(result_, request_.stages.contains(gate_stage::statics)
                      ? compare_plugins(compared_, request_.settings, request_.progress)
                      : left_out(gate_stage::statics, "not requested"));
    take(result_,
         left_out(gate_stage::counting, "a plugin is compiled code, which is not interpreted"));
  }

  void compare_kernels(bool statics, bool counting) {
    const auto& architectures = request_.settings.architectures;
    const std::string counted =
        request_.card ? request_.card->limits().architecture : counted_architecture(architectures);
    if (statics)
      compile_both_sides(compared_, architectures, context_, patience_);
    else if (counting)
      compile_both_sides(compared_, {counted}, context_, patience_);
    take(result_, statics ? compare_machine_code(compared_, context_)
                          : left_out(gate_stage::statics, "not requested"));
    take(result_, counting ? count(counted) : left_out(gate_stage::counting, "not requested"));
  }

  void run_stages() {
    const auto is_requested = [&](gate_stage stage) { return request_.stages.contains(stage); };
    if (request_.plugins)
      compare_compiled_code();
    else
      compare_kernels(is_requested(gate_stage::statics), is_requested(gate_stage::counting));
    take(result_,
         is_requested(gate_stage::timing) ? time() : left_out(gate_stage::timing, "not requested"));
  }

  stage_outcome count(const std::string& architecture) {
    const auto differences = point_differences(compared_, compile_, architecture);
    auto outcome = compare_counters(compared_, differences, context_, architecture);
    failed_ = outcome.failed;
    return outcome;
  }

  stage_outcome time() const {
    if (!request_.timing) return left_out(gate_stage::timing, request_.no_timing);
    return request_.timing({.compared = compared_,
                            .selection = request_.selection,
                            .kernels_files = request_.kernels_files,
                            .context = context_,
                            .patience = patience_,
                            .failed = failed_});
  }

  const gate_request& request_;
  scratch_folder scratch_;
  compiler::kernel_compiler compile_;
  std::shared_ptr<compile_patience> patience_ = std::make_shared<compile_patience>();
  stage_context context_;
  comparison compared_;
  std::set<std::string> failed_;
  std::filesystem::path root_in_repository_;  // Of the head.
  gate_result result_;
};

}  // namespace

gate_result run_gate(const gate_request& gate_request) {
  require_known(gate_request.settings.architectures);
  return gate_session(gate_request).run();
}

selection default_selection() { return golden_selection({}); }

gate_result run_golden_gate(const std::filesystem::path& folder, const gate_request& gate_request) {
  refuse_expired(gate_request.acceptances, utc_date(), [](const std::string&) { return false; });
  compiler::kernel_compiler compile(compiler_of(gate_request));
  gate_result result;
  result.base.name = folder.string();
  result.head.name = "this program";
  take(result, compare_with_golden(folder, gate_request.selection.patterns, gate_request.settings,
                                   compile));
  conclude(result, gate_request.acceptances, gate_request.settings);
  return result;
}

}  // namespace warpmark::gate
