#include "cli/tune/tuned_tables.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/space/space_account.hpp"
#include "cli/excluded_configs.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/text_table.hpp"

namespace warpmark {

using namespace tuning;

std::string text_of(const std::optional<speed_up>& ratio) {
  if (!ratio) return "";
  return fmt::format("{:.3f}x [{:.3f}, {:.3f}]", ratio->median, ratio->of_median.lo,
                     ratio->of_median.hi);
}

namespace {

journal::json json_of(const std::string& problem, const std::string& variant,
                      const space_account& account) {
  journal::json excluded = journal::json::array();
  for (const auto& exclusion : account.excluded)
    excluded.push_back({{"reason", exclusion.reason}, {"configs", exclusion.configs}});
  return {{"problem", problem},
          {"variant", variant},
          {"product", account.product},
          {"configs", account.configs},
          {"independent_axes", account.separate},
          {"excluded", excluded}};
}

}  // namespace

void print_spaces(const std::vector<tuned_problem>& problems, const device_limits& limits,
                  bool as_json) {
  std::vector<std::vector<std::string>> rows;
  journal::json spaces = journal::json::array();
  excluded_configs excluded;
  for (const auto& problem : problems) {
    config_index all = 0;
    for (const auto& choice : problem.choices) {
      const auto account = account_of(choice, limits);
      spaces.push_back(json_of(problem.name(), choice.variant->name, account));
      rows.push_back({problem.name(), choice.variant->name, text_of_count(account.product),
                      text_of_count(account.configs),
                      fmt::format("{}", fmt::join(account.separate, "  "))});
      all += account.configs;
      excluded.add(choice.variant->path(), account);
    }
    if (problem.choices.size() > 1)
      rows.push_back({problem.name(), "together", "", text_of_count(all), ""});
  }
  if (as_json)
    fmt::print("{}\n", spaces.dump(2));
  else
    fmt::print("{}{}nothing was measured\n",
               text_table({"problem", "variant", "product", "configs", "independent axes"}, rows),
               excluded.text());
}

std::vector<std::string> tuned_header(journal::objective_kind objective) {
  return {"problem",
          "winner",
          "config",
          std::string(shown_unit(objective)),
          "gain over its base",
          "over the library",
          "equals",
          "evaluated"};
}

std::vector<std::string> row_of(const tuned_problem& tuned_problem, const final_result& result) {
  return {
      tuned_problem.name(),
      result.winner.variant->name,
      result.winner.config.canonical(),
      fmt::format("{:.2f}", result.time_ns / 1e3),
      result.base_kept ? "base kept" : text_of(result.over_base),
      text_of(result.over_library),
      fmt::format("{}", result.equals),
      fmt::format("{} of {}", tuned_problem.found->trials.size(), tuned_problem.found->configs)};
}

std::string chart_of_gains(const std::vector<journal::json>& lines,
                           journal::objective_kind objective) {
  const auto has = [](const journal::json& line, const char* ratio) {
    return line.at(ratio).is_object();
  };
  const bool has_library = std::any_of(lines.begin(), lines.end(), [&](const journal::json& line) {
    return has(line, "over_library");
  });
  const char* over = has_library ? "over_library" : "gain";
  std::vector<bar> bars;
  for (const auto& line : lines) {
    if (!has(line, over)) continue;
    const double ratio = line.at(over).at("median");
    bars.push_back({line.at("problem"), ratio, fmt::format("{:.2f}x", ratio)});
  }
  const char* other = has_library ? "the library" : "its base";
  return bar_chart(objective == journal::objective_kind::time
                       ? fmt::format("\ntimes as fast as {}", other)
                       : fmt::format("\n{} of {} over that of the winner", name(objective), other),
                   bars);
}

std::string short_list_text(const journal::json& line) {
  const journal::json& list = line.at("short_list");
  const auto percent = [](const journal::json& fraction) { return 100 * fraction.get<double>(); };
  std::vector<std::vector<std::string>> rows;
  for (const auto& one : list.at("points"))
    rows.push_back({one.at("key"),
                    fmt::format("{:.2f}", one.at("modelled_time_ns").get<double>() / 1e3),
                    fmt::format("{:.1f} %", percent(one.at("probability")))});
  std::string text = text_table({"to measure on the card", "modelled us", "fastest"}, rows);
  text += fmt::format(
      "The fastest of the {} modelled configs is among these with a probability of {:.0f} %. To "
      "expect: the first costs {:.1f} % more than it, the fastest of the list {:.1f} %",
      list.at("modelled").get<std::size_t>(), percent(list.at("coverage")),
      percent(list.at("first_loss")), percent(list.at("list_loss")));
  if (list.contains("validated_loss"))
    text += fmt::format(" (measured in the validation of the model: up to {:.1f} % for the first)",
                        percent(list.at("validated_loss")));
  return text + ".\n";
}

}  // namespace warpmark
