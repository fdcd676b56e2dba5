// warpmark tune: find the fastest config of a space. From a record, without a card.

#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/cli/duration.hpp"
#include "bench/cli/exit_codes.hpp"
#include "bench/cli/text_table.hpp"
#include "bench/cli/tune_journal.hpp"
#include "bench/cli/verbs.hpp"
#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/lines.hpp"
#include "tuning/replay/replay.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/tune.hpp"

namespace warpmark {
namespace {

using namespace tuning;

struct tune_options {
  std::string select;
  std::string backend = "replay";
  std::string record;
  std::string problem;
  std::string strategy_name;
  std::vector<std::string> settings;
  std::string budget = "200";
  std::uint64_t seed = 1;
  std::string output;
  bool list_strategies = false;
  bool as_json = false;
};

// "200" is evaluations, what has a unit is time.
tuning_budget parse_budget(const std::string& text) {
  if (text.find_first_not_of("0123456789") != std::string::npos)
    return {.seconds = parse_duration_seconds("--budget", text)};
  const auto number = axis_value_of(text).number.value_or(0);
  if (number < 1 || number > 1e15)
    throw usage_error(fmt::format(
        "--budget {}: right would be a number of evaluations, or a time such as 60s", text));
  return {.evaluations = static_cast<std::size_t>(number)};
}

std::map<std::string, double> parse_settings(const std::vector<std::string>& texts) {
  std::map<std::string, double> settings;
  for (const auto& text : texts) {
    const auto equals = std::min(text.find('='), text.size());
    const auto value = axis_value_of(text.substr(std::min(equals + 1, text.size())));
    if (!value.number)
      throw usage_error(fmt::format("--set {}: right would be --set name=number", text));
    settings[text.substr(0, equals)] = *value.number;
  }
  return settings;
}

void print_strategies() {
  for (const auto& each : all_strategies()) {
    fmt::print("{}\n{}", each.name, wrapped(each.summary, 4));
    for (const auto& one : each.hyper_parameters)
      fmt::print("{}",
                 wrapped(fmt::format("--set {}={}: {}", one.name, one.value, one.summary), 6));
  }
}

// On a terminal one line that changes; nothing elsewhere, where a replay is over at once.
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

void print(const journal::json& of) {
  fmt::print("{}: {} configs\n", of["space"].get<std::string>(), of["configs"].get<std::size_t>());
  fmt::print("{}, seed {}: {} evaluations{}, {:.1f} s of measuring as recorded\n",
             of["strategy"].get<std::string>(), of["seed"].get<std::uint64_t>(),
             of["evaluations"].get<std::size_t>(),
             of["exhausted"].get<bool>() ? " (every config)" : "", of["measuring_s"].get<double>());
  const auto unit = of["unit"].get<std::string>();
  fmt::print("best: {}  {:.6g} {}, {:.2f} % of the optimum's speed\n",
             of["best"].get<std::string>(), of["best_time"].get<double>(), unit,
             100 * of["fraction_of_optimum"].get<double>());
  if (of.contains("gain"))
    fmt::print("base: {}  {:.6g} {}; gain {:.3f}x\n", of["base"].get<std::string>(),
               of["base_time"].get<double>(), unit, of["gain"].get<double>());
}

void tune_record(const tune_options& options, const argument_list& argv) {
  if (options.backend != "replay")
    throw usage_error(
        fmt::format("tune --backend {}: right would be replay, with --from FILE", options.backend));
  if (options.record.empty())
    throw usage_error("tune: name the record by --from FILE: a journal or a Kernel Tuner cache");
  const auto budget = parse_budget(options.budget);
  const auto settings = parse_settings(options.settings);
  const strategy* by = nullptr;
  if (!options.strategy_name.empty()) by = &find_strategy(options.strategy_name);
  const auto recorded = read_recorded_space(options.record, {options.select, options.problem});
  if (by == nullptr) by = &default_strategy(recorded.configs, budget);

  settings_of(*by, settings);  // Refused before a journal is begun.
  std::optional<tune_journal> journal;
  if (!options.output.empty())
    journal.emplace(options.output, recorded, argv, options.seed, budget.evaluations);
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

}  // namespace

void add_tune(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto options = std::make_shared<tune_options>();
  CLI::App* verb = program.add_subcommand("tune", "Find the fastest config of a recorded space");
  verb->add_option("VARIANT", options->select, "Of a journal of several: family/variant");
  verb->add_option("--backend", options->backend, "replay: times come from a record")
      ->capture_default_str();
  verb->add_option("--from", options->record,
                   "The record: a journal of run, or a Kernel Tuner cache (.json, .json.gz)");
  verb->add_option("--problem", options->problem,
                   "Of a journal of several: its key, as type=i32,n=1024,op=sum,dist=uniform");
  verb->add_option("--strategy", options->strategy_name,
                   "See --strategies; default: by the sizes of space and budget");
  verb->add_option("--set", options->settings, "A hyper-parameter of the strategy: name=number");
  verb->add_option("--budget", options->budget,
                   "Evaluations, or time of measuring as recorded: 200, 60s")
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "Of the strategy")->capture_default_str();
  verb->add_option("-o,--output", options->output, "A journal of what was evaluated");
  verb->add_flag("--strategies", options->list_strategies, "List them and their hyper-parameters");
  verb->add_flag("--json", options->as_json, "The result as JSON");
  verb->footer(
      "Examples:\n  warpmark tune --from sweep.jsonl --budget 50\n"
      "  warpmark tune --from cache.json.gz --strategy genetic --set population=30 --seed 7 -o "
      "tuning.jsonl\n  warpmark tune --strategies");
  verb->callback([options, &argv, &exit_status] {
    if (options->list_strategies)
      print_strategies();
    else
      tune_record(*options, argv);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
