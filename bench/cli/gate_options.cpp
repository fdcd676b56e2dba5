#include "bench/cli/gate_options.hpp"

#include <fmt/format.h>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "ci/gate/settings/default_settings.hpp"

namespace warpmark {
namespace {

gate::gate_stage stage_named(const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto each :
       {gate::gate_stage::statics, gate::gate_stage::counting, gate::gate_stage::timing}) {
    names.emplace_back(gate::name(each));
    if (names.back() == wanted) return each;
  }
  throw usage_error(
      fmt::format("--stages {}: no such stage{}", wanted, did_you_mean(wanted, names)));
}

}  // namespace

void gate_options::add_to(CLI::App& verb) {
  verb.add_option("SELECT", patterns,
                  "Globs over family/variant; without any selection, all variants at small sizes");
  verb.add_option("-p,--problem", problem, "Problem axis, e.g. n=2^10,2^16, type=i32,f32")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("-c,--config", config, "Config axis, e.g. block=64..512")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("--base", base,
                  "What to compare with: a revision, a folder, or REV... for the commit that the "
                  "head and REV have in common")
      ->type_name("REV|DIR");
  verb.add_option("--head", head, "What is judged: a revision or a folder [.]")
      ->type_name("REV|DIR");
  verb.add_option("--kernels", kernels_file,
                  "Kernels that this file of both sides describes (docs/kernels_file.md)")
      ->type_name("FILE");
  verb.add_option("--arch", architectures, "Of the static stage, e.g. sm_80,sm_90 [sm_90]")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--stages", stages, "static, counting, timing [all that can run here]")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--golden", golden,
                  "Instead of two trees: this program's kernels against the counters kept in DIR")
      ->type_name("DIR");
  verb.add_flag("--refresh-golden", refresh_golden, "Write the golden counters anew");
  verb.add_option("--cache", cache_folder, "Folder for compiled kernels");
}

void gate_options::check() const {
  if (refresh_golden && golden.empty())
    throw usage_error("--refresh-golden: name the folder by --golden, e.g. --golden ci/golden");
  if (base.empty() == golden.empty())
    throw usage_error(base.empty()
                          ? "--base is missing; right would be a revision or a folder, e.g. --base "
                            "origin/main... (or --golden DIR)"
                          : "--golden and --base are two comparisons; right would be one of them");
  if (is_golden() && (!problem.empty() || !config.empty() || !kernels_file.empty()))
    throw usage_error("--golden: which points are kept is fixed; only SELECT narrows them");
}

selection gate_options::wanted() const {
  // A description says itself which sizes are interpreted.
  if (kernels_file.empty() && patterns.empty() && problem.empty() && config.empty())
    return gate::default_selection();
  selection result{.patterns = patterns, .backend = "simt"};
  for (const auto& text : problem) result.problem.push_back(parse_axis_setting("-p", text));
  for (const auto& text : config) result.config.push_back(parse_axis_setting("-c", text));
  return result;
}

gate::gate_settings gate_options::settings() const {
  gate::gate_settings result = gate::default_settings();
  if (!architectures.empty()) result.architectures = architectures;
  return result;
}

gate::gate_request gate_options::request() const {
  gate::gate_request result{.base = base,
                            .head = head,
                            .kernels_file = kernels_file,
                            .wanted = wanted(),
                            .settings = settings(),
                            .cache_folder = cache_folder};
  if (!stages.empty()) result.stages.clear();
  for (const auto& each : stages) result.stages.insert(stage_named(each));
  const auto probe = cuda::probe_driver();
  result.no_timing = probe.available ? "this program has no timing stage"
                                     : fmt::format("no card on this machine ({})", probe.reason);
  return result;
}

}  // namespace warpmark
