#include "tuning/live/tuned_problem.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bench/space/variant_space.hpp"

namespace warpmark::tuning {
namespace {

// In the same order on every machine.
std::set<std::string> names_of(const std::set<const variant*>& variants) {
  std::set<std::string> names;
  for (const auto* variant : variants) names.insert(variant->name);
  return names;
}

}  // namespace

journal::json json_of(const std::optional<speed_up>& ratio) {
  if (!ratio) return nullptr;
  return {{"median", ratio->median},
          {"ci_lo", ratio->of_median.lo},
          {"ci_hi", ratio->of_median.hi},
          {"confidence", ratio->of_median.confidence}};
}

std::string tuned_problem::name() const {
  return fmt::format("{}[{}]", choices.front().variant->family, common_problem().canonical());
}

std::string tuned_problem::series() const {
  parameters rest;
  for (const auto& [axis, value] : common_problem())
    if (axis != "n") rest.set(axis, value);
  return choices.front().variant->family + rest.canonical();
}

std::vector<tuned_problem> by_problem(std::vector<config_choice> choices) {
  std::vector<tuned_problem> problems;
  for (auto& choice : choices) {
    const auto same = std::find_if(problems.begin(), problems.end(), [&](const auto& one) {
      return one.choices.front().variant->family == choice.variant->family &&
             one.common_problem().canonical() == choice.problem.canonical();
    });
    if (same == problems.end())
      problems.push_back({.choices = {std::move(choice)}});
    else
      same->choices.push_back(std::move(choice));
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const auto& a, const auto& b) { return a.series() < b.series(); });
  return problems;
}

config_index count_configs(const std::vector<config_choice>& choices, const device_limits& limits) {
  config_index all = 0;
  for (const auto& choice : choices)
    all += space_of(*choice.variant, choice.problem, limits, choice.values).count();
  return all;
}

journal::json tuned_line(const tuned_problem& tuned_problem, const final_result& result,
                         journal::objective_kind objective) {
  const race_result& found = *tuned_problem.found;
  double finals_busy_s = 0;
  for (const trial& trial : result.trials) finals_busy_s += trial.busy_s;
  journal::json line = {
      {"event", "tuned"},
      {"problem", tuned_problem.name()},
      {"winner", result.winner.key()},
      {"time_ns", result.time_ns},
      {"base", result.base ? journal::json(result.base->key()) : journal::json(nullptr)},
      {"base_kept", result.base_kept},
      {"gain", json_of(result.over_base)},
      {"library", found.library ? journal::json(found.library->key()) : journal::json(nullptr)},
      {"over_library", json_of(result.over_library)},
      {"equals", result.equals},
      {"left_out", names_of(found.far_behind)},
      {"configs", found.configs},
      {"evaluations", found.trials.size()},
      {"search_busy_s", found.busy_s},
      {"finals_busy_s", finals_busy_s}};
  if (objective == journal::objective_kind::time) return line;
  line["objective"] = name(objective);
  line[objective == journal::objective_kind::energy ? "joules" : "joule_seconds"] =
      result.time_ns * 1e-9;
  line.erase("time_ns");
  return line;
}

}  // namespace warpmark::tuning
