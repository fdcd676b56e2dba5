#include "cli/gate/program_options.hpp"

#include <map>

#include "base/usage_error.hpp"
#include "ci/gate/programs/nvbench_stage.hpp"
#include "cli/duration.hpp"

namespace warpmark {
namespace {

constexpr const char* benchmark_option = "--benchmark";
constexpr const char* axis_option = "--axis";

}  // namespace

void nvbench_options::add_to(CLI::App& verb, const std::string& about_nvbench) {
  verb_ = &verb;
  verb.add_option("--nvbench", base, about_nvbench)->type_name("PROGRAM");
  static std::vector<std::string> unused;  // They are read from the command line, in its order.
  verb.add_option("-b,--benchmark", unused, "Run this benchmark only; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  verb.add_option("-a,--axis", unused,
                  "Values of an axis, as nvbench takes them: of the benchmark named before, else "
                  "of all, e.g. Elements[pow2]=[20:24:2]")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("--process-limit", process_limit,
                  "End a process of an nvbench executable after this time; the head's and later "
                  "ones earlier, by the base's time")
      ->type_name("TIME")
      ->capture_default_str();
}

gate::nvbench_selection nvbench_options::selection() const {
  gate::nvbench_selection result;
  std::map<const CLI::Option*, std::size_t> read;
  for (const CLI::Option* option : verb_->parse_order()) {
    const bool is_axis = option->check_name(axis_option);
    if (!is_axis && !option->check_name(benchmark_option)) continue;
    const std::string& word = option->results().at(read[option]++);
    if (!is_axis)
      result.benchmarks.push_back({.name = word});
    else if (result.benchmarks.empty())
      result.axes.push_back(word);
    else
      result.benchmarks.back().axes.push_back(word);
  }
  return result;
}

gate::nvbench_sides nvbench_options::sides(int device, const gate::timing_settings& timing) const {
  return {.base = base,
          .head = base,
          .selection = selection(),
          .terms = {.device = device, .samples = timing.pairs_per_round},
          .process_limit_s = parse_duration_seconds("--process-limit", process_limit)};
}

void program_options::add_to(CLI::App& verb) {
  verb.add_option(
          "--base-binary", base_binary,
          "Instead of two trees: the base's machine code, in an executable, library, object "
          "file, fat binary or cubin")
      ->type_name("FILE");
  verb.add_option("--head-binary", head_binary, "The head's")->type_name("FILE");
  nvbench.add_to(verb, "Instead of two trees: the base's nvbench executable");
  verb.add_option("--nvbench-head", nvbench_head, "The head's nvbench executable")
      ->type_name("PROGRAM");
  verb.add_flag("--trust-device-code", trust_device_code,
                "Do not time nvbench executables with equal device code whose host code differs");
}

bool program_options::any() const {
  return !base_binary.empty() || !head_binary.empty() || !nvbench.base.empty() ||
         !nvbench_head.empty();
}

void program_options::check() const {
  if (timed() != !nvbench_head.empty())
    throw usage_error("--nvbench BASE --nvbench-head HEAD: expected both");
  if (base_binary.empty() != head_binary.empty())
    throw usage_error("--base-binary FILE --head-binary FILE: expected both");
  if (timed() && !base_binary.empty())
    throw usage_error(
        "--nvbench and --base-binary are two comparisons; expected one of them (--nvbench compares "
        "machine code, too)");
}

void program_options::complete(gate::program_request& request, const run_terms& terms) const {
  request.base = timed() ? nvbench.base : base_binary;
  request.head = timed() ? nvbench_head : head_binary;
  if (!timed()) return;
  auto sides = nvbench.sides(terms.device, request.settings.timing);
  sides.head = nvbench_head;
  request.timing = gate::time_nvbench({.sides = std::move(sides),
                                       .settings = request.settings,
                                       .seed = terms.seed,
                                       .rounds_file = terms.rounds_file,
                                       .trust_device_code = trust_device_code,
                                       .progress = request.progress});
}

}  // namespace warpmark
