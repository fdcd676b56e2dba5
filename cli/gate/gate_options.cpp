#include "cli/gate/gate_options.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "ci/gate/programs/nvbench_stage.hpp"
#include "ci/gate/settings/default_settings.hpp"
#include "ci/gate/statics/machine_code_mix.hpp"
#include "ci/gate/timing/timing_stage.hpp"
#include "cli/duration.hpp"
#include "cli/max_input.hpp"
#include "simt/counters.hpp"

namespace warpmark {
namespace {

gate::gate_stage stage_named(const std::string& text) {
  std::vector<std::string> names;
  for (const auto stage : gate::all_stages) {
    names.emplace_back(gate::name(stage));
    if (names.back() == text) return stage;
  }
  throw usage_error(fmt::format("--stages {}: unknown stage{}", text, did_you_mean(text, names)));
}

}  // namespace

void gate_options::add_to(CLI::App& verb) {
  select.add_to(verb,
                "Globs over family/variant; without any selection, all variants at small sizes",
                "Problem axis, e.g. n=2^10,2^16, type=i32,f32", "Config axis, e.g. block=64..512");
  verb.add_option("--base", base,
                  "The base: a revision, a folder, or REV... for the commit that the "
                  "head and REV have in common")
      ->type_name("REV|DIR");
  verb.add_option("--head", head, "The head, which is judged: a revision or a folder [.]")
      ->type_name("REV|DIR");
  verb.add_option("--kernels", kernels_files,
                  "Kernels that this file of both sides describes (docs/kernels_file.md); may be "
                  "repeated")
      ->allow_extra_args(false)
      ->type_name("FILE");
  verb.add_option(
          "--base-plugin", base_plugin,
          "The base: benchmarks of this shared library (docs/plugins.md), which is executed")
      ->type_name("FILE");
  verb.add_option("--head-plugin", head_plugin, "The head: another build of that library")
      ->type_name("FILE");
  verb.add_option(
          "--build", build,
          "Build the plugin of each side by this command of the shell, in the side's folder, "
          "which is {dir} in it")
      ->type_name("COMMAND");
  verb.add_option("--plugin", built_plugin, "With --build: the plugin, relative to that folder")
      ->type_name("FILE");
  add_max_input(verb);  // Also for arrays that these files name.
  verb.add_option("--arch", architectures,
                  "Architectures of the static stage, e.g. sm_80,sm_90 [sm_90]")
      ->delimiter(',')
      ->type_name("ARCH")
      ->allow_extra_args(false);
  card.add_to(verb);
  verb.add_option("--stages", stages, "static, counting, timing [all that can run here]")
      ->delimiter(',')
      ->type_name("STAGE")
      ->allow_extra_args(false);
  verb.add_option("--golden", golden,
                  "Instead of two trees: this program's kernels against the counters stored in DIR")
      ->type_name("DIR");
  verb.add_flag("--refresh-golden", refresh_golden, "Rewrite the golden counters");
  programs.add_to(verb);
  verb.add_option("--device", device, "Number of the card to time on")->capture_default_str();
  verb.add_option("--seed", seed, "Seed of inputs and of the order of points")
      ->capture_default_str();
  verb.add_option("--rounds", rounds_file, "Write each timed pair to this file")->type_name("FILE");
  verb.add_option("--cache", cache_folder, "Folder for compiled kernels")->type_name("DIR");
  compile.add_to(verb, "60s for the base; 20 times the base's time, at least 20s, for the head");
  verb.add_option("--execution-limit", execution_limit,
                  "Stop an execution after this time; the head's earlier, by the base's time "
                  "(docs/gate.md)")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_option("--from", from, "Write outputs of this JSON result, instead of comparing")
      ->type_name("FILE");
  terms.add_to(verb);
  outputs.add_to(verb);
}

void gate_options::check() const {
  if (!from.empty()) {
    if (!base.empty() || is_golden() || programs.any())
      throw usage_error("--from reads a finished result; expected no comparison options");
    return;
  }
  if (!card.text.empty() && (is_golden() || is_of_plugins() || programs.any()))
    throw usage_error(
        fmt::format("--card {}: the card of the counting stage of two trees of kernels; expected "
                    "neither --golden, plugins nor programs",
                    card.text));
  if (base_plugin.empty() != head_plugin.empty())
    throw usage_error("--base-plugin and --head-plugin: expected both, or neither");
  if (build.empty() != built_plugin.empty())
    throw usage_error("--build and --plugin: expected both, or neither");
  if (is_of_plugins() && (!kernels_files.empty() || !golden.empty()))
    throw usage_error("a plugin is compared instead of kernels; expected no --kernels or --golden");
  if (!base_plugin.empty() && (!base.empty() || !build.empty()))
    throw usage_error("--base-plugin names the base; expected no --base or --build");
  if (!base_plugin.empty()) return;
  if (programs.any()) {
    if (!base.empty() || is_golden() || !kernels_files.empty() || !select.empty())
      throw usage_error(
          "two programs are compared as a whole; expected neither --base, --golden, --kernels nor "
          "a "
          "selection of kernels (-b and -a select benchmarks of nvbench)");
    return programs.check();
  }
  if (refresh_golden && golden.empty())
    throw usage_error("--refresh-golden: name the folder by --golden, e.g. --golden ci/golden");
  if (base.empty() == golden.empty())
    throw usage_error(base.empty()
                          ? "--base is missing; expected a revision or a folder, e.g. --base "
                            "origin/main... (or --golden DIR)"
                          : "--golden and --base are two comparisons; expected one of them");
  if (is_golden() && (!select.problem.empty() || !select.config.empty() || !kernels_files.empty()))
    throw usage_error("--golden: the stored points are fixed; expected only SELECT to narrow them");
}

selection gate_options::selected() const {
  // A kernels file states the sizes to interpret.
  if (is_of_plugins()) return select.parse("cuda");
  if (kernels_files.empty() && select.empty()) return gate::default_selection();
  return select.parse("simt");
}

gate::gate_settings gate_options::settings() const {
  std::vector<std::string> quantities;
  for (const auto& default_rule : gate::default_rules())
    quantities.emplace_back(default_rule.quantity);
  for (const auto& [name, count] : simt::counter_set{}.named()) quantities.push_back(name);
  if (programs.any())
    for (auto& quantity : gate::machine_code_quantities())
      quantities.push_back(std::move(quantity));
  gate::gate_settings result = terms.settings(
      programs.timed() ? gate::nvbench_default_settings() : gate::default_settings(), quantities);
  if (!architectures.empty()) result.architectures = architectures;
  return result;
}

std::set<gate::gate_stage> gate_options::requested_stages() const {
  std::set<gate::gate_stage> result;
  for (const auto& stage : stages) result.insert(stage_named(stage));
  return result;
}

gate::program_request gate_options::program_request(gate::progress_listener progress) const {
  gate::program_request result{.base = {},
                               .head = {},
                               .settings = settings(),
                               .acceptances = terms.acceptances(),
                               .progress = std::move(progress)};
  if (!stages.empty()) result.stages = requested_stages();
  programs.complete(result, {.device = device, .seed = seed, .rounds_file = rounds_file});
  return result;
}

gate::gate_limits gate_options::limits() const {
  gate::gate_limits result;
  if (!compile.seconds.empty()) result.compile_s = compile.limits().seconds;
  result.compile_memory_bytes = input::parse_size("--compile-memory", compile.memory);
  result.execution_s = parse_duration_seconds("--execution-limit", execution_limit);
  return result;
}

gate::gate_request gate_options::request() const {
  gate::gate_request result{.base = base,
                            .head = head,
                            .kernels_files = {},
                            .selection = selected(),
                            .settings = settings(),
                            .acceptances = terms.acceptances(),
                            .cache_folder = cache_folder,
                            .program = "/proc/self/exe",
                            .limits = limits(),
                            .card = card.chosen("simt")};
  for (const auto& kernels_file : kernels_files) {
    if (kernels_file.empty()) throw usage_error("--kernels: expected a file, e.g. kernels.toml");
    const auto path = std::filesystem::path(kernels_file).lexically_normal();
    if (std::find(result.kernels_files.begin(), result.kernels_files.end(), path) ==
        result.kernels_files.end())
      result.kernels_files.push_back(path);
  }
  if (is_of_plugins())
    result.plugins = gate::plugin_request{
        .base = base_plugin, .head = head_plugin, .build = build, .built = built_plugin};
  for (const auto& file : {base_plugin, head_plugin})
    if (!file.empty()) plugins::try_to_open(file);
  result.terms_files = terms.files_of_the_folder();
  if (!stages.empty()) result.stages = requested_stages();
  if (const auto probe = cuda::probe_driver(); !probe.available)
    result.no_timing = fmt::format("no card on this machine ({})", probe.reason);
  else
    result.timing = gate::timing_on_card({.program = "/proc/self/exe",
                                          .device_ordinal = device,
                                          .cache_folder = cache_folder,
                                          .seed = seed,
                                          .rounds_file = rounds_file});
  return result;
}

}  // namespace warpmark
