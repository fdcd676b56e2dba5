#include "cli/tune/tune_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/space/space_axis.hpp"
#include "cli/duration.hpp"
#include "tuning/live/finals_effort.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark {

using namespace tuning;

namespace {

// "random|genetic|..."
std::string strategy_choices() {
  std::vector<std::string> names;
  for (const auto& strategy : all_strategies()) names.push_back(strategy.name);
  return fmt::format("{}", fmt::join(names, "|"));
}

}  // namespace

void tune_options::add_to(CLI::App& verb) {
  select.add_to(verb,
                "What to tune: globs over family/variant, e.g. reduce, 'reduce/tree_*'; may be "
                "omitted with --from, --check or --kernels");
  verb.add_option("--backend", backend,
                  "auto, cuda, host, simt (modelled times), or replay (times of a record)")
      ->type_name("auto|cuda|host|simt|replay")
      ->capture_default_str();
  card.add_to(verb);
  verb.add_option("--from", record,
                  "Replay this record: a journal of run, or a Kernel Tuner cache (.json, .json.gz)")
      ->type_name("FILE");
  verb.add_option(
          "--start-from", start_from,
          "Start from the ranking of this journal: modelled times, or those of another card")
      ->type_name("FILE");
  verb.add_option("--shard", shard,
                  "Only this part of the problems: 3/16, auto (the task of a Slurm array), auto/16")
      ->type_name("I/N");
  verb.add_option("--check", check, "Check this profile: measure its configs again, against others")
      ->type_name("FILE");
  verb.add_option("--devices", devices, "The card: its number from 0, or its UUID")
      ->type_name("CARD")
      ->capture_default_str();
  verb.add_option("--strategy", strategy_name,
                  "See --strategies; default: chosen by the sizes of space and budget")
      ->type_name(strategy_choices());
  verb.add_option("--set", settings, "A hyper-parameter of the strategy: name=number")
      ->type_name("NAME=NUMBER");
  verb.add_option("--budget", budget,
                  "Evaluations per problem, e.g. 200 (default 240, with --check 24; fewer where "
                  "interpretation takes long), or time for all problems, e.g. 60s")
      ->type_name("COUNT or TIME");
  verb.add_option("--seed", seed, "Seed of inputs and strategy")->capture_default_str();
  verb.add_option("--state", state, "Cache state: cold, hot or rotated")
      ->type_name("cold|hot|rotated")
      ->capture_default_str();
  verb.add_option(
          "--objective", objective_name,
          "What to minimise per execution: time, energy, or edp, their product (cards only)")
      ->type_name("time|energy|edp")
      ->capture_default_str();
  verb.add_option(
          "--energy-time", energy_time,
          "Time of each of the spans that a finalist's energy is measured in; in the search "
          "at most 0.2 s")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_option("--margin", margin_percent,
                  "Times that differ by less, in percent, are equal (default 1); with --check the "
                  "loss that the profile may have (default: the loss it guarantees)")
      ->type_name("PERCENT");
  verb.add_option("--rounds", rounds,
                  "Fresh processes in which finalists are measured again (default 6; of modelled "
                  "times 1)");
  verb.add_option("--sample-blocks", sample_blocks,
                  "Blocks of an execution's last launch that the search interprets, the finals 16 "
                  "times as many, for modelled times; what is sampled is not verified (simt only; "
                  "default 16; 0: all)")
      ->type_name("N");
  verb.add_option("--short-list", short_list,
                  "Configs to list for a later run on the card, with the probability that the "
                  "fastest is among them (simt only)")
      ->type_name("COUNT")
      ->capture_default_str();
  compile.add_to(verb);
  interpreting.add_to(verb);
  verb.add_option("--verify-limit", verify_limit,
                  "Maximum time for a point's inputs, first execution and oracle")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_option("--cache", cache_folder, "Folder of compiled kernels")->type_name("DIR");
  verb.add_option("-o,--output", output,
                  "The profile (.json): thresholds on n with configs, per family and type")
      ->type_name("FILE");
  verb.add_option("--hold-out", hold_out,
                  "Held-out sizes to test the profile at: 2^13..2^27:2^2, or none; "
                  "default: between the tuned ones")
      ->type_name("SIZES");
  verb.add_option("--journal", journal,
                  "The journal of all measurements (.jsonl); default: tune-<UTC time>.jsonl, "
                  "or none for a replay")
      ->type_name("FILE");
  verb.add_flag("--dry-run", dry_run, "Count the configs of each space, and measure nothing");
  verb.add_flag("--strategies", list_strategies, "List them and their hyper-parameters");
  verb.add_flag("--json", as_json, "The result as JSON");
  verb.footer(
      "Examples:\n"
      "  warpmark tune reduce -p n=2^12..2^28 -p type=i32,f32 -o h200.json\n"
      "  warpmark tune scan/decoupled_lookback -p n=2^24 --budget 60s\n"
      "  warpmark tune --from cache.json.gz --budget 50 --strategy genetic --set population=30\n"
      "  warpmark tune reduce --backend replay --from sweep.jsonl\n"
      "  warpmark tune 'sort/*' -p n=2^20 --dry-run\n"
      "  warpmark tune sort -p n=2^20 --start-from modelled.jsonl\n"
      "  warpmark tune --check h200.json -p type=f32\n"
      "Exit status: 0 done, 1 a profile is stale, 2 bad usage or nothing to tune, 5 interrupted");
}

// A number without a unit is evaluations, one with a unit is time.
tuning_budget tune_options::parsed_budget() const {
  if (budget.empty()) return {};
  if (budget.find_first_not_of("0123456789") != std::string::npos)
    return {.seconds = parse_duration_seconds("--budget", budget)};
  const auto number = axis_value_of(budget).number.value_or(0);
  if (number < 1 || number > 1e15)
    throw usage_error(fmt::format(
        "--budget {}: expected a number of evaluations, or a time such as 60s", budget));
  return {.evaluations = static_cast<std::size_t>(number)};
}

std::map<std::string, double> tune_options::parsed_settings() const {
  std::map<std::string, double> values;
  for (const auto& text : settings) {
    const auto equals = std::min(text.find('='), text.size());
    const auto value = axis_value_of(text.substr(std::min(equals + 1, text.size())));
    if (!value.number) throw usage_error(fmt::format("--set {}: expected --set name=number", text));
    values[text.substr(0, equals)] = *value.number;
  }
  return values;
}

journal::objective_kind tune_options::objective() const {
  const auto kind = journal::objective_kind_of(objective_name);
  if (!kind)
    throw usage_error(fmt::format(
        "--objective {}: expected time, energy, or edp (energy times time)", objective_name));
  return *kind;
}

std::optional<shard> tune_options::part() const {
  return shard.empty() ? std::nullopt : std::optional(parse_shard(shard));
}

const strategy* tune_options::strategy() const {
  return strategy_name.empty() ? nullptr : &find_strategy(strategy_name);
}

search_method tune_options::method() const {
  search_method method{.by = strategy(), .settings = parsed_settings(), .seed = seed};
  if (method.by != nullptr) settings_of(*method.by, method.settings);
  if (method.by == nullptr && !method.settings.empty())
    throw usage_error(
        fmt::format("--set {}: expected a strategy, named by --strategy", settings.front()));
  require_strategy_for_list();
  return method;
}

void tune_options::require_strategy_for_list() const {
  if (start_from.empty() || strategy_name.empty() || strategy_name == "model_based") return;
  throw usage_error(fmt::format(
      "--start-from {} --strategy {}: only model_based uses expected times; expected --strategy "
      "model_based or none",
      start_from, strategy_name));
}

double tune_options::margin() const {
  const double percent = margin_percent.value_or(1);
  if (!(percent > 0 && percent <= 50))
    throw usage_error(
        fmt::format("--margin {:g}: expected a percentage above 0, up to 50", percent));
  return percent / 100;
}

std::size_t tune_options::sample_blocks_on(const std::string& machine) const {
  constexpr std::size_t usual = 16, max_blocks = 4096;
  if (machine != "simt") {
    if (sample_blocks)
      throw usage_error(fmt::format(
          "--sample-blocks {} on backend {}: only the interpreter runs a part of a launch; "
          "expected --backend simt",
          *sample_blocks, machine));
    return 0;
  }
  if (sample_blocks.value_or(0) > max_blocks)
    throw usage_error(fmt::format("--sample-blocks {}: expected a number from 0 to {}",
                                  *sample_blocks, max_blocks));
  return sample_blocks.value_or(usual);
}

std::size_t tune_options::listed_configs() const {
  constexpr std::size_t max_listed = 1000;
  if (short_list < 1 || short_list > max_listed)
    throw usage_error(
        fmt::format("--short-list {}: expected a number from 1 to {}", short_list, max_listed));
  return short_list;
}

std::size_t tune_options::rounds_on(const std::string& machine) const {
  const std::size_t count = rounds.value_or(tuning::rounds_on(machine));
  if (count < 1 || count > 100)
    throw usage_error(fmt::format("--rounds {}: expected a number from 1 to 100", count));
  return count;
}

void print_list_note(const std::string& file, std::size_t used, std::size_t ignored) {
  print_note(fmt::format(
      "note: starts from {} of {}{}", counted(used, "expected time"), file,
      ignored > 0 ? fmt::format("; {} of other spaces ignored", counted(ignored, "point")) : ""));
}

}  // namespace warpmark
