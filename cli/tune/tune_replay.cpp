// warpmark tune --from RECORD: without a card.

#include <optional>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/journal/lines.hpp"
#include "cli/tune/tune_journal.hpp"
#include "cli/tune/tune_options.hpp"
#include "tuning/replay/replay.hpp"
#include "tuning/tune.hpp"

namespace warpmark {
namespace {

using namespace tuning;

constexpr std::size_t evaluations_by_default = 200;

// For a journal of several spaces: one variant, and one problem by its key.
journal_choice wanted_of(const selection_options& select) {
  if (select.patterns.size() > 1)
    throw usage_error("tune --from: expected one variant, as family/variant");
  return {select.patterns.empty() ? "" : select.patterns.front(),
          fmt::format("{}", fmt::join(select.problem, ","))};
}

// On a terminal one changing line; else nothing, since a replay takes little time.
void show_progress(const evaluation& now, const recorded_space& recorded) {
  if (isatty(STDERR_FILENO) == 0 || now.number % 50 != 0 || !now.best_time) return;
  fmt::print(stderr, "\r\x1b[K{} evaluations, best {:.6g} {}", now.number, *now.best_time,
             recorded.unit);
}

journal::json summary(const tuning_result& found, const recorded_space& recorded,
                      const strategy& by, std::uint64_t seed) {
  journal::json result = {{"space", recorded.name},
                          {"configs", recorded.configs.count()},
                          {"strategy", by.name},
                          {"seed", seed},
                          {"evaluations", found.evaluations},
                          {"exhausted", found.exhausted},
                          {"measuring_s", found.seconds},
                          {"best", recorded.configs.text(found.best)},
                          {"best_time", found.best_time},
                          {"unit", recorded.unit}};
  const double optimum = *recorded.outcomes[recorded.optimum()].time;
  result["fraction_of_optimum"] = optimum / found.best_time;
  if (found.base_time) {
    result["base"] = recorded.configs.text(*recorded.base);
    result["base_time"] = *found.base_time;
    result["gain"] = *found.gain();
  }
  return result;
}

void print(const journal::json& result) {
  fmt::print("{}: {} configs\n", result["space"].get<std::string>(),
             result["configs"].get<std::size_t>());
  fmt::print("{}, seed {}: {} evaluations{}, {:.1f} s of measuring as recorded\n",
             result["strategy"].get<std::string>(), result["seed"].get<std::uint64_t>(),
             result["evaluations"].get<std::size_t>(),
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
  auto budget = options.parsed_budget();
  if (!budget.evaluations && !budget.seconds) budget.evaluations = evaluations_by_default;
  const auto settings = options.parsed_settings();
  const strategy* by = options.strategy();
  const auto recorded = read_recorded_space(options.record, wanted_of(options.select));
  if (!recorded.note.empty()) fmt::print(stderr, "note: {}\n", recorded.note);
  if (by == nullptr) by = &default_strategy(recorded.configs, budget);

  settings_of(*by, settings);  // Checked before a journal is created.
  std::optional<tune_journal> journal;
  if (!options.journal.empty())
    journal.emplace(options.journal, recorded, argv, options.seed, budget.evaluations);
  const auto found = tune({.name = recorded.name,
                           .configs = recorded.configs,
                           .base = recorded.base,
                           .measure = [&](config_index index) { return recorded.outcomes[index]; },
                           .seen =
                               [&](const evaluation& now) {
                                 if (journal) journal->append(now);
                                 show_progress(now, recorded);
                               }},
                          *by, options.seed, settings, budget);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\x1b[K");
  const auto result = summary(found, recorded, *by, options.seed);
  if (journal) journal->end(result);
  if (options.as_json)
    fmt::print("{}\n", result.dump(2));
  else
    print(result);
}

}  // namespace warpmark
