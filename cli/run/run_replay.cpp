// warpmark run --backend replay: points from a record, without a machine.

#include "cli/run/run_replay.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "bench/journal/writer.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "cli/exit_codes.hpp"
#include "cli/new_file.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/mutant_tally.hpp"
#include "cli/run/recorded_kernels.hpp"
#include "cli/run/run_output.hpp"
#include "cli/run/run_summary.hpp"
#include "cli/stamped_name.hpp"
#include "tuning/replay/replay_evaluator.hpp"
#include "tuning/replay/replayed_manifest.hpp"

namespace warpmark {
namespace {

using tuning::recorded_points;

void refuse_what_needs_a_machine(const run_options& options) {
  if (options.backend != "replay" && options.backend != "auto")
    throw usage_error(fmt::format(
        "run --backend {} --from {}: a record needs no backend; expected --backend replay or none",
        options.backend, options.record));
  if (options.record.empty())
    throw usage_error(
        "run --backend replay: name the record by --from FILE: a journal or a Kernel Tuner cache");
  if (options.resume)
    throw usage_error(
        "run --backend replay --resume: a replay is not resumed; expected "
        "another file with -o");
  if (!options.shard.empty())
    throw usage_error(fmt::format(
        "run --backend replay --shard {}: a record is served as a whole; expected no --shard",
        options.shard));
  if (options.num_processes() > 1)
    throw usage_error(
        "run --backend replay --processes: a record is served as it is; expected no --processes or "
        "--publish");
  if (!options.profile.empty())
    throw usage_error("run --backend replay --profile: nothing runs on a card");
  if (options.phases) throw usage_error("run --backend replay --phases: nothing is interpreted");
  for (const auto& [asked, option] :
       {std::pair{options.energy, "--energy"}, std::pair{options.latency, "--latency"}})
    if (asked)
      throw usage_error(fmt::format("run --backend replay {}: nothing is executed", option));
}

// Plans for the recorded machine; libraries need not be installed.
std::unique_ptr<const planned_points> planned_of(const run_options& options,
                                                 const std::string& origin,
                                                 const device_limits& limits) {
  return options.planned(origin == "simt" ? origin : "", limits, origin);
}

struct replayed {
  journal::run_end end;
  std::size_t missing = 0;
  std::string tables;
};

replayed serve(const planned_points& planned, const recorded_points& record, journal::writer& to) {
  const stopwatch since_start;
  replayed result;
  run_summary summary;
  mutant_tally mutants;
  for_each_point(planned, [&](const point& point) {
    auto line = record.measurement(point);
    if (!line) {
      ++result.missing;
      line = tuning::missing_line(point, record);
    }
    to.append(*line);
    ++result.end.counts[line->at("status").get<std::string>()];
    for (const auto& warning : line->value("warnings", journal::json::array()))
      ++result.end.warnings[warning.get<std::string>()];
    mutants.add(point, *line);
    if (!point.variant->mutant) summary.add(point, *line);
  });
  result.end.complete = result.missing == 0;
  if (result.missing > 0) result.end.reason = "the record lacks points";
  result.end.wall_s = since_start.seconds();
  result.tables = summary.text() + (shows_charts() ? summary.chart() : "") + mutants.text();
  return result;
}

int status_of(const replayed& came) {
  std::size_t bad = 0;
  for (const auto& [status, count] : came.end.counts)
    if (status != "ok" && status != "skipped") bad += count;
  if (bad > 0) return exit_wrong;
  return came.missing > 0 ? exit_missing : exit_ok;
}

}  // namespace

int run_record(run_options options, const argument_list& argv) {
  refuse_what_needs_a_machine(options);
  const auto& kernels = options.select.kernels.record();
  const bool journaled = journal::is_journal(options.record);
  std::optional<recorded_points> record;
  if (journaled) {
    record = recorded_points::of_journal(options.select.kernels.registry(), options.record);
    require_recorded_kernels(*record, options.record, kernels);
  }
  const auto planned = journaled ? planned_of(options, record->origin(), record->limits())
                                 : planned_of(options, "cuda", {});
  if (!journaled) record = recorded_points::of_cache(options.record, *planned);
  if (options.dry_run) {
    print_plan(*planned, options, "replay");
    return exit_ok;
  }
  if (options.output.empty()) options.output = stamped_name("warpmark");
  require_new_file("-o", options.output, "name another file with -o");
  journal::writer to(options.output, journal::writer::mode::create);
  to.append(replayed_manifest(*record, argv, planned->count(), kernels));
  const replayed came = serve(*planned, *record, to);
  to.append(journal::end_line(came.end));
  print_end(came.end, came.tables, options);
  if (came.missing > 0)
    fmt::print(stderr, "{} of {} points are not in {}\n", came.missing, planned->count(),
               options.record);
  return status_of(came);
}

}  // namespace warpmark
