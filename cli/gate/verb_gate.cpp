// warpmark gate: checks whether a change made kernels slower; its verdict can fail a build.

#include <memory>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "bench/core/build_info.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/journal/lines.hpp"
#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/golden/golden_stage.hpp"
#include "ci/gate/listing.hpp"
#include "ci/gate/settings/settings_file.hpp"
#include "cli/exit_codes.hpp"
#include "cli/gate/gate_options.hpp"
#include "cli/gate/gate_status.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

int refresh(const gate_options& options) {
  compiler::kernel_compiler compile(
      compiled_apart(embedded_compiler_options(options.cache_folder), {}));
  const std::size_t points = gate::refresh_golden(options.golden, compile);
  fmt::print("{}: the counters of {}\n", options.golden, counted(points, "point"));
  return 0;
}

gate::gate_result compare_kernels(const gate_options& options,
                                  const gate::progress_listener& progress) {
  gate::gate_request request = options.request();
  request.progress = progress;
  return options.is_golden() ? gate::run_golden_gate(options.golden, request)
                             : gate::run_gate(request);
}

gate::gate_result compare(const gate_options& options, const argument_list& argv) {
  if (!options.from.empty()) return gate::read_gate_result(options.from);
  const std::string started_at = journal::timestamp();
  gate_status status;
  const auto progress = [&](const gate::gate_progress& at) { status.take(at); };
  gate::gate_result result = options.programs.any()
                                 ? gate::run_program_gate(options.program_request(progress))
                                 : compare_kernels(options, progress);
  result.tool = fmt::format("warpmark {} ({})", build_info::version(), build_info::commit());
  result.started_at = started_at;
  result.argv = argv;
  result.settings = gate::settings_json(options.settings());
  return result;
}

int run_gate_verb(const gate_options& options, const argument_list& argv) {
  if (options.terms.dump_config) {
    fmt::print("{}", gate::settings_text(options.settings()));
    return exit_ok;
  }
  options.check();
  if (options.refresh_golden) return refresh(options);
  options.outputs.require_writable();
  const gate::gate_result result = compare(options, argv);
  std::FILE* talk = options.outputs.takes_standard_output() ? stderr : stdout;
  fmt::print(talk, "{}", gate::listing(result));
  options.outputs.write(result);
  fmt::print(talk, "{}\n", result.ending.reason);
  return result.ending.code;
}

}  // namespace

void add_gate(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto options = std::make_shared<gate_options>();
  CLI::App* verb = program.add_subcommand("gate", gate_description);
  options->add_to(*verb);
  verb->footer(
      "Examples:\n  warpmark gate --base origin/main...\n"
      "  warpmark gate 'reduce/tree_*' -p n=2^16 --base v1.2 --head .\n"
      "  warpmark gate --kernels kernels.toml --base main --arch sm_80,sm_90\n"
      "  warpmark gate --golden ci/golden\n"
      "  warpmark gate --base-binary old/libkernels.so --head-binary libkernels.so\n"
      "  warpmark gate --nvbench base/bench --nvbench-head ./bench -b copy -a "
      "'Elements=[1000,2000]'\n"
      "Exit status: 0 pass, 1 regression, 2 wrong use, 3 inconclusive, 4 no verdict, 5 nothing "
      "compared or points missing (docs/gate.md)");
  verb->callback([options, &argv, &exit_status] { exit_status = run_gate_verb(*options, argv); });
}

}  // namespace warpmark
