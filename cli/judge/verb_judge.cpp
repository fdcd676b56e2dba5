// warpmark judge: whether a kernel of others solves a task, and how fast.

#include <cstdio>
#include <fstream>
#include <memory>
#include <random>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/duration.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/judge/judgement_text.hpp"
#include "cli/max_input.hpp"
#include "cli/new_file.hpp"
#include "cli/open_backend.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_processes = 50;

struct judge_options {
  judge_request request;
  std::string backend = "auto";
  std::string time_per_point = "1s";
  std::string limit = "1min";
  std::string output;
  std::optional<std::uint64_t> seed;
  bool as_json = false;
};

std::uint64_t fresh_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32 | device()) >> 1;
}

int judge_submission(judge_options options) {
  judge_request& request = options.request;
  if (request.processes < 1 || request.processes > max_processes)
    throw usage_error(fmt::format("--processes {}: expected a number from 1 to {}",
                                  request.processes, max_processes));
  request.seconds_per_point = parse_duration_seconds("--time-per-point", options.time_per_point);
  request.limit_s = parse_duration_seconds("--limit", options.limit);
  request.interpreting.limits();
  request.compile.limits();
  if (request.device.find_first_of(",") != std::string::npos || request.device == "all")
    throw usage_error(fmt::format("--device {}: expected one card", request.device));
  if (!options.output.empty()) require_new_file("-o", options.output, "name another file with -o");
  if (options.backend == "host")
    throw usage_error("--backend host: kernels are judged on cuda or simt");
  // What can be predicted can be prepared for.
  request.seed = options.seed.value_or(fresh_seed());
  resolve_backend(options.backend);
  judge_session session(request);
  const std::string backend = choose_backend(options.backend);
  if (backend == "simt" && !session.can_be_interpreted())
    throw usage_error(fmt::format(
        "{}: {}, so that it can only be judged on a card; there is none, or --backend simt was "
        "given",
        request.submission,
        session.task().task->interpreted.empty() ? "its task has no problems to interpret"
                                                 : "it is a plugin"));
  note_interrupts();
  const auto found = session.run(backend);
  if (interrupted()) {
    fmt::print(stderr, "interrupted: no verdict\n");
    return exit_missing;
  }
  const auto json = judgement_json(session, request, found);
  if (!options.output.empty()) {
    std::ofstream file(options.output);
    file << json.dump(2) << '\n';
    if (!file.flush()) throw usage_error(fmt::format("-o {}: cannot be written", options.output));
  }
  if (options.as_json)
    fmt::print("{}\n", json.dump(2));
  else
    fmt::print("{}", judgement_text(session, request, found));
  return found.result() == judge::verdict::accepted ? exit_ok : exit_wrong;
}

}  // namespace

void add_judge(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<judge_options>();
  CLI::App* verb = program.add_subcommand("judge", "Judge a kernel of others: right, honest, fast");
  judge_request& request = options->request;
  verb->add_option("SUBMISSION", request.submission,
                   "A source (.cu), a TOML file with one [variant.NAME], or a plugin (.so)")
      ->required();
  verb->add_option("--task", request.task, "The task: a kernels file with [task] (docs/judge.md)")
      ->type_name("FILE")
      ->required();
  verb->add_option("--backend", options->backend,
                   "auto: interpreted, and timed if there is a card; simt: only interpreted")
      ->type_name("auto|cuda|simt")
      ->capture_default_str();
  verb->add_option("--device", request.device, "The card: its number or UUID")
      ->type_name("CARD")
      ->capture_default_str();
  verb->add_option("--processes", request.processes, "Processes that time each problem")
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--time-per-point", options->time_per_point,
                   "Maximum wall time for the samples of a problem in a process")
      ->type_name("TIME")
      ->capture_default_str();
  verb->add_option("--limit", options->limit,
                   "Maximum time for the inputs and the first execution of a problem, and for its "
                   "samples")
      ->type_name("TIME")
      ->capture_default_str();
  verb->add_option(
      "--seed", options->seed,
      "Seed of hidden problems and of inputs, to repeat a judgement (default: random)");
  request.compile.add_to(*verb);
  request.interpreting.add_to(*verb);
  add_max_input(*verb);
  verb->add_option("--cache", request.cache_folder, "Folder of compiled kernels")->type_name("DIR");
  verb->add_option("-o,--output", options->output, "Also write the judgement to this file (JSON)")
      ->type_name("FILE");
  verb->add_flag("--json", options->as_json, "The judgement as JSON");
  verb->footer(
      "Examples:\n  warpmark judge mine.cu --task examples/judge/sum/task.toml\n"
      "  warpmark judge mine.cu --task task.toml --backend simt --seed 1\n"
      "Exit status: 0 accepted, 1 rejected or suspect, 2 bad usage, 5 interrupted");
  verb->callback([options, &exit_status] { exit_status = judge_submission(*options); });
}

}  // namespace warpmark
