#include "tuning/exchange/kernel_tuner_writer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/journal/parameters_json.hpp"
#include "tuning/profile/timing.hpp"
#include "tuning/replay/recorded_time.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

std::string error_of(const std::string& status) {
  if (status == "skipped") return "InvalidConfig";
  if (status == "failed") return "CompilationFailedConfig";
  return "RuntimeFailedConfig";
}

double median_ns(const std::vector<double>& rounds_ns) {
  std::vector<timing> rounds;
  rounds.reserve(rounds_ns.size());
  for (const double rounds_n : rounds_ns)
    rounds.push_back({.median_ns = rounds_n, .ci_lo_ns = rounds_n, .ci_hi_ns = rounds_n});
  return over_rounds(rounds).median_ns;
}

json entry_of(const exported_config& exported_config, const std::string& timestamp) {
  json entry = journal::parameters_json(exported_config.parameters);
  if (exported_config.rounds_ns.empty()) {
    entry["time"] = error_of(exported_config.status);
  } else {
    entry["time"] = median_ns(exported_config.rounds_ns) / ns_per_ms;
    entry["times"] = json::array();
    for (const double rounds_n : exported_config.rounds_ns)
      entry["times"].push_back(rounds_n / ns_per_ms);
  }
  for (const auto* none : {"compile_time", "verification_time", "strategy_time", "framework_time"})
    entry[none] = 0;
  entry["benchmark_time"] = exported_config.wall_s * 1000;
  entry["timestamp"] = timestamp;
  return entry;
}

std::string key_of(const exported_config& exported_config) {
  std::string key;
  for (const auto& [name, value] : exported_config.parameters)
    key += fmt::format("{}{}", key.empty() ? "" : ",", to_text(value));
  return key;
}

// Numbers in ascending order, names in the journal's order.
json values_of(const exported_points& exported_points, const std::string& axis) {
  std::vector<parameter_value> values;
  for (const auto& config : exported_points.configs) {
    const auto* value = config.parameters.find(axis);
    if (value != nullptr && std::find(values.begin(), values.end(), *value) == values.end())
      values.push_back(*value);
  }
  if (std::all_of(values.begin(), values.end(), [](const parameter_value& item) {
        return std::holds_alternative<std::int64_t>(item);
      }))
    std::sort(values.begin(), values.end());
  json list = json::array();
  for (const auto& item : values) std::visit([&](const auto& held) { list.push_back(held); }, item);
  return list;
}

}  // namespace

json kernel_tuner_cache(const exported_points& exported_points) {
  const auto* n = exported_points.problem.find("n");
  const bool sized = n != nullptr && std::holds_alternative<std::int64_t>(*n);
  json cache = {{"schema_version", "1.1.0"},
                {"device_name", exported_points.device},
                {"kernel_name", exported_points.kernel},
                {"problem_size", sized ? json::array({std::get<std::int64_t>(*n)})
                                       : json(exported_points.problem.canonical())},
                {"tune_params_keys", exported_points.axes},
                {"tune_params", json::object()},
                {"objective", "time"},
                {"cache", json::object()}};
  // The full problem; readers of the format ignore unknown keys.
  cache["warpmark_problem"] = journal::parameters_json(exported_points.problem);
  if (exported_points.modelled) cache["warpmark_modelled"] = to_json(*exported_points.modelled);
  for (const auto& axis : exported_points.axes)
    cache["tune_params"][axis] = values_of(exported_points, axis);
  const std::string timestamp = with_offset(exported_points.started_at);
  for (const auto& config : exported_points.configs)
    cache["cache"][key_of(config)] = entry_of(config, timestamp);
  return cache;
}

}  // namespace warpmark::tuning
