// warpmark aa: how often the gate's timing calls unchanged points slower.

#include <cstdint>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/verbosity.hpp"
#include "ci/gate/noise/noise_suite.hpp"
#include "ci/gate/programs/nvbench_stage.hpp"
#include "ci/gate/trials/gate_guarantees.hpp"
#include "ci/gate/trials/share_bounds.hpp"
#include "cli/exit_codes.hpp"
#include "cli/gate/nvbench_trial_verbs.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/selftest/card_trial_options.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

struct aa_options {
  std::string scenario = "typical";
  std::size_t suites = 100;
  std::size_t points = 1000;
  std::uint64_t seed = 1;
  bool as_json = false;
  card_trial_options card;
  nvbench_options nvbench;
};

// The result of the trials; the source is "noise model" or the card's name.
struct tried {
  std::string source;
  std::string scenario;
  std::size_t points = 0;
  gate::trial_tally tally;
};

void print_json(const aa_options& options, const tried& found, bool kept) {
  const gate::trial_tally& tally = found.tally;
  const nlohmann::ordered_json out = {
      {"from", found.source},
      {"scenario", found.scenario},
      {"suites", tally.suites},
      {"points_per_suite", found.points},
      {"seed", options.seed},
      {"suites_alarmed", tally.alarmed},
      {"suites_alarmed_upper_95", gate::upper_bound_of_share(tally.alarmed, tally.suites)},
      {"false_regressions", tally.false_alarms},
      {"false_improvements", tally.false_improvements},
      {"screened_share", tally.flagged_share()},
      {"passed_share", tally.passed_share()},
      {"interval_coverage", tally.coverage()},
      {"intervals", tally.intervals},
      {"suites_void", tally.void_suites},
      {"suites_warned", tally.warned_suites},
      {"kept", kept}};
  fmt::print("{}\n", out.dump(2));
}

void print_table(const tried& found, const gate::guarantee_check& check) {
  const gate::trial_tally& tally = found.tally;
  const auto percent = [](double share) { return fmt::format("{:.2f} %", 100 * share); };
  const auto alarmed = static_cast<double>(tally.alarmed);
  const auto suites = static_cast<double>(tally.suites);
  const bool on_card = found.scenario == "card";
  fmt::print(
      "A/A of {} suites of {} points, {}\n\n", tally.suites, found.points,
      on_card ? found.source : "scenario " + found.scenario + " of the noise model, not a card");
  fmt::print("{}", text_table({"of unchanged points", "value"},
                              {{"suites with a false REGRESSION", percent(alarmed / suites)},
                               {"upper bound (95 %)",
                                percent(gate::upper_bound_of_share(tally.alarmed, tally.suites))},
                               {"false IMPROVEMENTs", std::to_string(tally.false_improvements)},
                               {"flagged by the screen", percent(tally.flagged_share())},
                               {"PASS", percent(tally.passed_share())},
                               {"95 % intervals that contain 1", percent(tally.coverage())},
                               {"suites void by their controls", std::to_string(tally.void_suites)},
                               {"suites with a warning", std::to_string(tally.warned_suites)}}));
  fmt::print("\n{}: {}\n", check.kept ? "kept" : "BROKEN", check.text);
}

tried try_model(const aa_options& options) {
  const auto suites =
      gate::noise_suites(gate::noise_named(options.scenario), {.points = options.points});
  return {"noise model", options.scenario, options.points,
          gate::try_suites(suites, {}, options.suites, options.seed)};
}

tried try_card(const aa_options& options) {
  const gate::gate_settings settings;
  const auto at = options.card.open(options.seed, settings.timing.pairs_per_round);
  const auto make = [&](std::uint64_t seed) {
    print_note(fmt::format("suite {} of {}", seed - options.seed + 1, options.suites));
    return at->unchanged(settings.timing, seed);
  };
  return {at->device().name, "card", at->points(),
          gate::try_suites(make, settings, options.suites, options.seed)};
}

tried try_nvbench(const aa_options& options) {
  const auto trial = open_nvbench(options.nvbench, options.card.device, options.card.rounds_file);
  const auto make = [&](std::uint64_t seed) {
    print_note(fmt::format("suite {} of {}", seed - options.seed + 1, options.suites));
    return trial.unchanged(seed);
  };
  return {trial.card(), "card", trial.points(),
          gate::try_suites(make, gate::nvbench_default_settings(), options.suites, options.seed)};
}

int try_unchanged(const aa_options& options) {
  const tried found = !options.nvbench.base.empty() ? try_nvbench(options)
                      : options.card.on_card()      ? try_card(options)
                                                    : try_model(options);
  const auto check = gate::check_alarms(found.scenario, found.tally);
  if (options.as_json)
    print_json(options, found, check.kept);
  else
    print_table(found, check);
  return check.kept ? exit_ok : exit_wrong;
}

}  // namespace

void add_aa(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<aa_options>();
  CLI::App* verb = program.add_subcommand("aa", aa_description);
  verb->add_option("--scenario", options->scenario, "quiet, typical, hot or memory")
      ->type_name("quiet|typical|hot")
      ->capture_default_str();
  verb->add_option("--suites", options->suites, "Runs of the gate")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--points", options->points, "Points per suite")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "Seed of the noise and of the gate's random choices")
      ->capture_default_str();
  verb->add_flag("--json", options->as_json, "As JSON");
  options->card.add_to(*verb);
  options->nvbench.add_to(*verb, "Of this nvbench executable on a card, as both sides");
  verb->footer(
      "Examples:\n  warpmark aa\n  warpmark aa --scenario hot --suites 300 --json\n"
      "  warpmark aa --backend cuda reduce scan -p n=2^22,2^24 --suites 20\n"
      "  warpmark aa --nvbench ./bench --suites 10\n"
      "Exit status: 0 if at most 1 % of the suites have a false REGRESSION, else 1; 2 bad usage");
  verb->callback([options, &exit_status] { exit_status = try_unchanged(*options); });
}

}  // namespace warpmark
