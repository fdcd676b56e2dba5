// warpmark selftest: measures the gate's detection of planted slow-downs and its false alarms.

#include <cstdint>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ci/gate/noise/self_test.hpp"
#include "ci/gate/timing/card_self_test.hpp"
#include "ci/gate/trials/share_bounds.hpp"
#include "cli/exit_codes.hpp"
#include "cli/gate/nvbench_trial_verbs.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/selftest/card_trial_options.hpp"
#include "cli/selftest/planted_report.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

struct selftest_options {
  bool thorough = false;
  std::uint64_t seed = 1;
  bool as_json = false;
  card_trial_options card;
  nvbench_options nvbench;
};

nlohmann::ordered_json json_of(const gate::self_test_row& row) {
  nlohmann::ordered_json powers = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < row.slowed.size(); ++k)
    powers.push_back({{"slowdown", gate::planted_slowdowns[k]},
                      {"points", row.slowed[k].slow_points},
                      {"power", row.slowed[k].power()}});
  return {{"scenario", row.scenario},
          {"suites", row.unchanged.suites},
          {"suites_alarmed", row.unchanged.alarmed},
          {"suites_alarmed_upper_95",
           gate::upper_bound_of_share(row.unchanged.alarmed, row.unchanged.suites)},
          {"screened_share", row.unchanged.flagged_share()},
          {"power", powers},
          {"interval_coverage", row.all.coverage()},
          {"intervals", row.all.intervals}};
}

void print_json(const selftest_options& options, const gate::self_test_result& result) {
  nlohmann::ordered_json out = {
      {"from", "noise model"}, {"seed", options.seed}, {"kept", result.kept()}};
  for (const auto& row : result.rows) out["scenarios"].push_back(json_of(row));
  for (const auto& bias : result.biases) out["order_bias"][gate::name(bias.order)] = bias.bias;
  for (const auto& check : result.checks)
    out["guarantees"].push_back({{"what", check.text}, {"kept", check.kept}});
  fmt::print("{}\n", out.dump(2));
}

std::vector<std::string> header() {
  std::vector<std::string> columns{"scenario", "A/A suites alarmed", "at most (95 %)"};
  for (const double slowdown : gate::planted_slowdowns)
    columns.push_back(fmt::format("found +{:.3g} %", 100 * slowdown));
  columns.emplace_back("coverage");
  return columns;
}

std::vector<std::string> cells_of(const gate::self_test_row& row) {
  const auto& aa = row.unchanged;
  std::vector<std::string> columns{
      row.scenario, fmt::format("{} of {}", aa.alarmed, aa.suites),
      fmt::format("{:.2f} %", 100 * gate::upper_bound_of_share(aa.alarmed, aa.suites))};
  for (const auto& slowed : row.slowed)
    columns.push_back(fmt::format("{:.1f} %", 100 * slowed.power()));
  columns.push_back(fmt::format("{:.1f} %", 100 * row.all.coverage()));
  return columns;
}

void print_tables(const gate::self_test_plan& plan, const gate::self_test_result& result) {
  fmt::print("The gate on a noise model, not on a card: suites of {} points, {} of them slower\n\n",
             plan.points, plan.slow);
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : result.rows) rows.push_back(cells_of(row));
  fmt::print("{}\n", text_table(header(), rows));
  std::vector<std::vector<std::string>> orders;
  for (const auto& bias : result.biases)
    orders.push_back(
        {std::string(gate::name(bias.order)), fmt::format("{:+.3f} %", 100 * bias.bias)});
  fmt::print("{}\n", text_table({"order on a card that warms up", "bias"}, orders));
  for (const auto& check : result.checks)
    fmt::print("{:<7} {}\n", check.kept ? "kept" : "BROKEN", check.text);
}

nlohmann::ordered_json json_of(const gate::order_bias_on_card& order_bias_on_card) {
  nlohmann::ordered_json out = {{"bias", order_bias_on_card.bias},
                                {"standard_error", order_bias_on_card.error}};
  for (const auto& [key, mean] : order_bias_on_card.points) out["points"][key] = mean;
  return out;
}

nlohmann::ordered_json json_of(const gate::card_self_test_result& result) {
  nlohmann::ordered_json out = {{"kept", result.kept()}};
  for (const auto& row : result.rows)
    out["planted"].push_back({{"slowdown", row.slowdown},
                              {"points", row.points},
                              {"calibrated", row.calibrated},
                              {"found", row.found},
                              {"precise", row.precise},
                              {"precise_found", row.precise_found},
                              {"trouble", row.controls.trouble}});
  out["order_bias"] = {{"AABB", json_of(result.blocked)}, {"ABBA", json_of(result.alternating)}};
  for (const auto& check : result.checks)
    out["guarantees"].push_back({{"what", check.text}, {"kept", check.kept}});
  return out;
}

void print_tables(const gate::device_trial& at, const gate::card_self_test_result& result) {
  fmt::print("The gate on {}: work planted in {} points\n\n", at.device().name, at.points());
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : result.rows)
    rows.push_back({fmt::format("+{:.3g} %", 100 * row.slowdown),
                    fmt::format("{} of {}", row.calibrated, row.points),
                    fmt::format("{} of {}", row.found, row.calibrated),
                    fmt::format("{} of {}", row.precise_found, row.precise),
                    row.controls.trouble.empty() ? "sound" : row.controls.trouble});
  fmt::print(
      "{}\n",
      text_table({"planted", "calibrated", "found", "found, spread <= 0.5 %", "controls"}, rows));
  rows.clear();
  for (const auto& [order, of] :
       {std::pair{"AABB", &result.blocked}, {"ABBA", &result.alternating}})
    rows.push_back({order, fmt::format("{:.3f} +- {:.3f} %", 100 * of->bias, 100 * of->error)});
  fmt::print("{}\n", text_table({"order, after heating the card", "bias of equal sides"}, rows));
  for (const auto& check : result.checks)
    fmt::print("{:<7} {}\n", check.kept ? "kept" : "BROKEN", check.text);
}

int test_gate_on_card(const selftest_options& options) {
  const gate::gate_settings settings;
  const auto at = options.card.open(options.seed, settings.timing.pairs_per_round);
  if (!options.card.plugin.empty())
    return report_planted(at->planted(planted_in_records, settings, options.seed),
                          options.card.plugin, at->points(), at->device().name, options.as_json);
  const auto result = gate::card_self_test(*at, {}, settings, options.seed);
  if (options.as_json)
    fmt::print("{}\n", json_of(result).dump(2));
  else
    print_tables(*at, result);
  return result.kept() ? exit_ok : exit_wrong;
}

int test_gate(const selftest_options& options) {
  if (!options.nvbench.base.empty())
    return selftest_nvbench(options.nvbench, options.card.device, options.card.rounds_file,
                            options.seed, options.as_json);
  if (options.card.on_card()) return test_gate_on_card(options);
  gate::self_test_plan plan;
  if (options.thorough) {
    plan.unchanged = 300;
    plan.slowed = 100;
  }
  const auto result = gate::self_test(plan, {}, options.seed);
  if (options.as_json)
    print_json(options, result);
  else
    print_tables(plan, result);
  return result.kept() ? exit_ok : exit_wrong;
}

}  // namespace

void add_selftest(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<selftest_options>();
  CLI::App* verb = program.add_subcommand("selftest", selftest_description);
  verb->add_flag("--thorough", options->thorough,
                 "300 unchanged suites and 100 per slow-down instead of 100 and 25");
  verb->add_option("--seed", options->seed, "Seed of the noise and of the gate's random choices")
      ->capture_default_str();
  verb->add_flag("--json", options->as_json, "As JSON");
  options->card.add_to(*verb);
  options->nvbench.add_to(*verb,
                          "On a card: plant slow-downs in rounds of this nvbench executable");
  verb->footer(
      "Examples:\n  warpmark selftest\n  warpmark selftest --thorough --json\n"
      "  warpmark selftest --backend cuda reduce scan -p n=2^22,2^24\n"
      "  warpmark selftest --backend cuda --plugin libmine.so\n"
      "  warpmark selftest --nvbench ./bench\n"
      "Exit status: 0 if the gate keeps its guarantees, which are printed, else 1; 2 bad usage");
  verb->callback([options, &exit_status] { exit_status = test_gate(*options); });
}

}  // namespace warpmark
