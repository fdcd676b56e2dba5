// warpmark aa: how often the gate's timing calls unchanged points slower.

#include <cstdint>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/text_table.hpp"
#include "bench/cli/verbs.hpp"
#include "ci/gate/noise/noise_suite.hpp"
#include "ci/gate/trials/gate_promises.hpp"
#include "ci/gate/trials/share_bounds.hpp"

namespace warpmark {
namespace {

struct aa_options {
  std::string scenario = "typical";
  std::size_t suites = 100;
  std::size_t points = 1000;
  std::uint64_t seed = 1;
  bool as_json = false;
};

void print_json(const aa_options& options, const gate::trial_tally& tally, bool kept) {
  const nlohmann::ordered_json out = {
      {"from", "noise model"},
      {"scenario", options.scenario},
      {"suites", tally.suites},
      {"points_per_suite", options.points},
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

void print_table(const aa_options& options, const gate::trial_tally& tally,
                 const gate::promise_check& check) {
  const auto percent = [](double share) { return fmt::format("{:.2f} %", 100 * share); };
  const double suites = static_cast<double>(tally.suites);
  fmt::print("A/A of {} suites of {} points, scenario {}: a noise model's, no card's\n\n",
             tally.suites, options.points, options.scenario);
  fmt::print("{}", text_table({"of unchanged points", "value"},
                              {{"suites with a false REGRESSION", percent(tally.alarmed / suites)},
                               {"surely (95 %) at most",
                                percent(gate::upper_bound_of_share(tally.alarmed, tally.suites))},
                               {"false IMPROVEMENTs", std::to_string(tally.false_improvements)},
                               {"picked by the screen", percent(tally.flagged_share())},
                               {"PASS", percent(tally.passed_share())},
                               {"95 % intervals that hold 1", percent(tally.coverage())},
                               {"suites void by their controls", std::to_string(tally.void_suites)},
                               {"suites with a warning", std::to_string(tally.warned_suites)}}));
  fmt::print("\n{}: {}\n", check.kept ? "kept" : "BROKEN", check.what);
}

int try_unchanged(const aa_options& options) {
  const auto suites =
      gate::noise_suites(gate::noise_named(options.scenario), {.points = options.points});
  const auto tally = gate::try_suites(suites, {}, options.suites, options.seed);
  const auto check = gate::check_alarms(options.scenario, tally);
  if (options.as_json)
    print_json(options, tally, check.kept);
  else
    print_table(options, tally, check);
  return check.kept ? exit_ok : exit_wrong;
}

}  // namespace

void add_aa(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<aa_options>();
  CLI::App* verb = program.add_subcommand(
      "aa", "How often the gate calls unchanged points slower, on a model of noise");
  verb->add_option("--scenario", options->scenario, "quiet, typical or hot")->capture_default_str();
  verb->add_option("--suites", options->suites, "Runs of the gate")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--points", options->points, "Points a suite")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "Of the noise and of the gate's choices")
      ->capture_default_str();
  verb->add_flag("--json", options->as_json, "As JSON");
  verb->footer(
      "Examples:\n  warpmark aa\n  warpmark aa --scenario hot --suites 300 --json\nExit status: 0 "
      "if at most 1 % of the suites have a false REGRESSION, else 1.");
  verb->callback([options, &exit_status] { exit_status = try_unchanged(*options); });
}

}  // namespace warpmark
