// warpmark tune --from RECORD: without a card.

#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/journal/reader.hpp"
#include "cli/tune/tune_options.hpp"
#include "tuning/live/starting_list.hpp"
#include "tuning/replay/record_tuning.hpp"
#include "tuning/replay/recorded_points.hpp"
#include "tuning/replay/replay.hpp"

namespace warpmark {
namespace {

using namespace tuning;

// For a journal of several spaces: one variant, and one problem by its key.
journal_choice wanted_of(const selection_options& select) {
  if (select.patterns.size() > 1)
    throw usage_error("tune --from: expected one variant, as family/variant");
  return {select.patterns.empty() ? "" : select.patterns.front(),
          fmt::format("{}", fmt::join(select.problem, ","))};
}

void require_measured_times(const std::string& record) {
  if (!journal::is_journal(record)) return;
  const auto manifest = journal::read_manifest(record);
  if (manifest && recorded_backend(*manifest) == "simt")
    throw usage_error(fmt::format(
        "--from {}: a journal of backend simt has no measured times; expected --backend replay, "
        "which uses the modelled ones",
        record));
}

// On a terminal one changing line; else nothing, since a replay takes little time.
void show_progress(const evaluation& now, const recorded_space& recorded) {
  if (!rewrites_progress() || now.number % 50 != 0 || !now.best_time) return;
  fmt::print(stderr, "\r\x1b[K{} evaluations, best {:.6g} {}", now.number, *now.best_time,
             recorded.unit);
}

void print(const journal::json& result) {
  fmt::print("{}: {}\n", result["space"].get<std::string>(),
             counted(result["configs"].get<std::size_t>(), "config"));
  fmt::print("{}, seed {}: {}{}, {:.1f} s of measuring as recorded\n",
             result["strategy"].get<std::string>(), result["seed"].get<std::uint64_t>(),
             counted(result["evaluations"].get<std::size_t>(), "evaluation"),
             result["exhausted"].get<bool>() ? " (every config)" : "",
             result["measuring_s"].get<double>());
  const auto unit = result["unit"].get<std::string>();
  fmt::print("best: {}  {:.6g} {}, {:.2f} % of the optimum's speed\n",
             result["best"].get<std::string>(), result["best_time"].get<double>(), unit,
             100 * result["fraction_of_optimum"].get<double>());
  if (result.contains("gain"))
    fmt::print("base: {}  {:.6g} {}; gain {:.3f}x\n", result["base"].get<std::string>(),
               result["base_time"].get<double>(), unit, result["gain"].get<double>());
}

}  // namespace

void tune_record(const tune_options& options, const argument_list& argv) {
  if (!options.output.empty())
    throw usage_error(
        fmt::format("tune --from {} -o {}: recorded times make no profile; expected --journal FILE",
                    options.record, options.output));
  if (options.record.empty())
    throw usage_error("tune: name the record by --from FILE: a journal or a Kernel Tuner cache");
  record_tuning tuning{.seed = options.seed, .journal = options.journal, .argv = argv};
  tuning.budget = options.parsed_budget();
  tuning.settings = options.parsed_settings();
  tuning.by = options.strategy();
  require_measured_times(options.record);
  options.require_strategy_for_list();
  const auto recorded = read_recorded_space(options.record, wanted_of(options.select));
  if (!recorded.note.empty()) print_note("note: " + recorded.note);
  if (!options.start_from.empty()) {
    auto list = read_starting_list(recorded, options.start_from);
    print_list_note(options.start_from, list.times.size(), list.ignored);
    tuning.expected_times = std::move(list.times);
  }
  tuning.seen = [&](const evaluation& now) { show_progress(now, recorded); };
  const auto result = tune_on_record(recorded, tuning);
  if (rewrites_progress()) fmt::print(stderr, "\r\x1b[K");
  if (options.as_json)
    fmt::print("{}\n", result.dump(2));
  else
    print(result);
}

}  // namespace warpmark
