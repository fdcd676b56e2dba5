#include "cli/tune/tuned_problem.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/space/space_account.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/excluded_configs.hpp"

namespace warpmark {

using namespace tuning;

std::string text_of(const std::optional<speed_up>& ratio) {
  if (!ratio) return "";
  return fmt::format("{:.3f}x [{:.3f}, {:.3f}]", ratio->median, ratio->of_median.lo,
                     ratio->of_median.hi);
}

journal::json json_of(const std::optional<speed_up>& ratio) {
  if (!ratio) return nullptr;
  return {{"median", ratio->median},
          {"ci_lo", ratio->of_median.lo},
          {"ci_hi", ratio->of_median.hi},
          {"confidence", ratio->of_median.confidence}};
}

namespace {

journal::json json_of(const std::string& problem, const std::string& variant,
                      const space_account& space_account) {
  journal::json excluded = journal::json::array();
  for (const auto& each : space_account.excluded)
    excluded.push_back({{"reason", each.reason}, {"configs", each.configs}});
  return {{"problem", problem},
          {"variant", variant},
          {"product", space_account.product},
          {"configs", space_account.configs},
          {"independent_axes", space_account.separate},
          {"excluded", excluded}};
}

// In one order on every machine.
std::set<std::string> names_of(const std::set<const variant*>& variants) {
  std::set<std::string> names;
  for (const auto* each : variants) names.insert(each->name);
  return names;
}

}  // namespace

std::string tuned_problem::name() const {
  return fmt::format("{}[{}]", choices.front().variant->family, asked().canonical());
}

std::string tuned_problem::series() const {
  parameters rest;
  for (const auto& [axis, value] : asked())
    if (axis != "n") rest.set(axis, value);
  return choices.front().variant->family + rest.canonical();
}

std::vector<tuned_problem> by_problem(std::vector<config_choice> choices) {
  std::vector<tuned_problem> problems;
  for (auto& each : choices) {
    const auto same = std::find_if(problems.begin(), problems.end(), [&](const auto& one) {
      return one.choices.front().variant->family == each.variant->family &&
             one.asked().canonical() == each.problem.canonical();
    });
    if (same == problems.end())
      problems.push_back({.choices = {std::move(each)}});
    else
      same->choices.push_back(std::move(each));
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const auto& a, const auto& b) { return a.series() < b.series(); });
  return problems;
}

config_index count_configs(const std::vector<config_choice>& choices, const device_limits& limits) {
  config_index all = 0;
  for (const auto& each : choices)
    all += space_of(*each.variant, each.problem, limits, each.values).count();
  return all;
}

void print_spaces(const std::vector<tuned_problem>& problems, const device_limits& limits,
                  bool as_json) {
  std::vector<std::vector<std::string>> rows;
  journal::json spaces = journal::json::array();
  excluded_configs excluded;
  for (const auto& each : problems) {
    config_index all = 0;
    for (const auto& choice : each.choices) {
      const auto account = account_of(choice, limits);
      spaces.push_back(json_of(each.name(), choice.variant->name, account));
      rows.push_back({each.name(), choice.variant->name, text_of_count(account.product),
                      text_of_count(account.configs),
                      fmt::format("{}", fmt::join(account.separate, "  "))});
      all += account.configs;
      excluded.add(choice.variant->path(), account);
    }
    if (each.choices.size() > 1)
      rows.push_back({each.name(), "together", "", text_of_count(all), ""});
  }
  if (as_json)
    fmt::print("{}\n", spaces.dump(2));
  else
    fmt::print("{}{}nothing was measured\n",
               text_table({"problem", "variant", "product", "configs", "independent axes"}, rows),
               excluded.text());
}

journal::json tuned_line(const tuned_problem& tuned_problem, const final_result& came) {
  const race_result& found = *tuned_problem.found;
  double finals_busy_s = 0;
  for (const trial& each : came.trials) finals_busy_s += each.busy_s;
  return {{"event", "tuned"},
          {"problem", tuned_problem.name()},
          {"winner", came.winner.key()},
          {"time_ns", came.time_ns},
          {"base", came.base ? journal::json(came.base->key()) : journal::json(nullptr)},
          {"base_kept", came.base_kept},
          {"gain", json_of(came.over_base)},
          {"library", found.library ? journal::json(found.library->key()) : journal::json(nullptr)},
          {"over_library", json_of(came.over_library)},
          {"equals", came.equals},
          {"left_out", names_of(found.far_behind)},
          {"configs", found.configs},
          {"evaluations", found.trials.size()},
          {"search_busy_s", found.busy_s},
          {"finals_busy_s", finals_busy_s}};
}

const std::vector<std::string> tuned_header = {
    "problem",          "winner", "config",   "us", "gain over its base",
    "over the library", "equals", "evaluated"};

std::vector<std::string> row_of(const tuned_problem& tuned_problem, const final_result& came) {
  return {
      tuned_problem.name(),
      came.winner.variant->name,
      came.winner.config.canonical(),
      fmt::format("{:.2f}", came.time_ns / 1e3),
      came.base_kept ? "base kept" : text_of(came.over_base),
      text_of(came.over_library),
      fmt::format("{}", came.equals),
      fmt::format("{} of {}", tuned_problem.found->trials.size(), tuned_problem.found->configs)};
}

std::string chart_of_gains(const std::vector<journal::json>& lines) {
  const auto has = [](const journal::json& line, const char* ratio) {
    return line.at(ratio).is_object();
  };
  const bool library = std::any_of(lines.begin(), lines.end(), [&](const journal::json& line) {
    return has(line, "over_library");
  });
  const char* over = library ? "over_library" : "gain";
  std::vector<bar> bars;
  for (const auto& line : lines) {
    if (!has(line, over)) continue;
    const double ratio = line.at(over).at("median");
    bars.push_back({line.at("problem"), ratio, fmt::format("{:.2f}x", ratio)});
  }
  return bar_chart(fmt::format("\ntimes as fast as {}", library ? "the library" : "its base"),
                   bars);
}

}  // namespace warpmark
