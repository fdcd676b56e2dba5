#include "tuning/replay/kernel_tuner_cache.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/core/usage_error.hpp"
#include "tuning/replay/gzip_text.hpp"
#include "tuning/replay/value_text.hpp"

namespace warpmark::tuning {
namespace {

using json = nlohmann::ordered_json;

// Single samples are most of a cache and nobody asks for them here.
json parse(const std::string& text) {
  return json::parse(
      text,
      [](int, json::parse_event_t event, json& parsed) {
        return event != json::parse_event_t::key || parsed != "times";
      },
      false);
}

// An open cache ends after an entry, with a comma or without.
json parse_open_cache(std::string text) {
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  if (text.ends_with(',')) text.pop_back();
  return parse(text + "}}");
}

// Python writes NaN and Infinity for what JSON has no number for; here they become null.
std::string without_python_numbers(const std::string& text) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    const auto length = quoted                                 ? 0
                        : text.compare(i, 3, "NaN") == 0       ? 3
                        : text.compare(i, 8, "Infinity") == 0  ? 8
                        : text.compare(i, 9, "-Infinity") == 0 ? 9
                                                               : 0;
    result += length > 0 ? "null" : std::string(1, text[i]);
    if (length > 0) i += static_cast<std::size_t>(length) - 1;
  }
  return result;
}

// "4096x4096"; text that Kernel Tuner leaves to evaluate stays as it is.
std::string size_of(const json& cache) {
  if (!cache.contains("problem_size")) return "unknown";
  const json& size = cache["problem_size"];
  if (!size.is_array()) return value_text(size);
  std::string text;
  for (const auto& each : size)
    text += fmt::format("{}{}", text.empty() ? "" : "x", value_text(each));
  return text;
}

json read_cache(const std::filesystem::path& path) {
  std::string text = read_text(path);
  json cache = parse(text);
  if (cache.is_discarded()) cache = parse(text = without_python_numbers(text));
  if (cache.is_discarded()) cache = parse_open_cache(text);
  if (cache.is_discarded())
    throw usage_error(fmt::format("{}: no JSON; is this a Kernel Tuner cache?", path.string()));
  const bool right = cache.is_object() && cache.contains("tune_params_keys") &&
                     cache["tune_params_keys"].is_array() && cache.contains("cache") &&
                     cache["cache"].is_object();
  if (!right)
    throw usage_error(fmt::format(
        "{}: not a Kernel Tuner cache: it has no 'tune_params_keys' and 'cache'", path.string()));
  return cache;
}

// What Kernel Tuner spent on an entry, its own bookkeeping aside; in ms.
double cost_ms(const json& entry) {
  double sum = 0;
  for (const auto* part : {"compile_time", "verification_time", "benchmark_time"})
    if (entry.contains(part) && entry[part].is_number()) sum += entry[part].get<double>();
  return sum;
}

outcome outcome_of(const json& entry, const std::string& objective, const std::string& where) {
  if (!entry.contains(objective))
    throw usage_error(fmt::format("{} has no '{}', the objective of the cache", where, objective));
  const json& value = entry[objective];
  outcome result{.cost_s = cost_ms(entry) / 1000};
  if (value.is_number())
    result.time = value.get<double>();
  else if (value.is_null())
    result.time = std::numeric_limits<double>::quiet_NaN();
  else
    result.reason = value_text(value);
  return result;
}

record_entry entry_of(const json& entry, const std::vector<std::string>& names,
                      const std::string& objective, const std::string& where) {
  if (!entry.is_object()) throw usage_error(fmt::format("{} is no object", where));
  record_entry result{.result = outcome_of(entry, objective, where)};
  for (const auto& name : names) {
    if (!entry.contains(name)) throw usage_error(fmt::format("{} has no '{}'", where, name));
    result.values.push_back(value_text(entry[name]));
  }
  return result;
}

}  // namespace

recorded_space read_kernel_tuner_cache(const std::filesystem::path& path) {
  const json cache = read_cache(path);
  std::vector<std::string> names;
  for (const auto& each : cache["tune_params_keys"]) names.push_back(value_text(each));
  const auto text_or = [&](const char* key, const char* otherwise) {
    return cache.contains(key) ? value_text(cache[key]) : std::string(otherwise);
  };
  const std::string objective = text_or("objective", "time");
  if (objective != "time")
    throw usage_error(fmt::format("{}: its objective is '{}'; only 'time' can be replayed",
                                  path.string(), objective));
  std::vector<record_entry> entries;
  for (const auto& [key, entry] : cache["cache"].items())
    entries.push_back(
        entry_of(entry, names, objective, fmt::format("{}: entry '{}'", path.string(), key)));
  return record({.family = "kernel_tuner",
                 .variant = text_or("kernel_name", "a kernel"),
                 .problem = {{"size", size_of(cache)}},
                 .device = text_or("device_name", "a device")},
                "ms", names, entries);
}

}  // namespace warpmark::tuning
