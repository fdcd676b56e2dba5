// The format is that of nvbench's JSON 1.0 (nvbench/json_printer.cu): numbers in summaries are
// texts, and "benchmarks" is null if there are none.

#include "ci/gate/programs/nvbench_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_place.hpp"
#include "base/usage_error.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;
using journal::json_place;
using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t max_sample_bytes = 64 * input::mib;
constexpr int known_major_version = 1;

// nvbench derives a clock from timers with steps of up to a microsecond: of shorter kernels it is
// noise.
constexpr double min_ns_for_clock = 200'000;

std::vector<json_place> items_or_none(const json_place& place) {
  return place.is_null() ? std::vector<json_place>{} : place.items();
}

// The value of a name in a summary's data.
std::optional<std::string> datum(const json_place& summary, std::string_view name) {
  if (!summary.contains("data")) return std::nullopt;
  for (const auto& item : items_or_none(summary.at("data")))
    if (item.at("name").text() == name) return item.at("value").text();
  return std::nullopt;
}

// Older versions of nvbench name a file from the working folder, newer ones from the JSON's.
fs::path beside(const fs::path& json, const json_place& summary, const std::string& name) {
  const fs::path folder = json.parent_path();
  const fs::path path = (folder / name).lexically_normal();
  const auto inside = path.lexically_relative(folder.lexically_normal());
  if (inside.empty() || *inside.begin() == "..") summary.fail("a file in the folder of the JSON");
  return path;
}

std::vector<double> floats_of(const fs::path& json, const json_place& summary) {
  const auto name = datum(summary, "filename");
  if (!name) return {};  // It could not be written, which nvbench has logged.
  const std::string bytes = input::read_text(beside(json, summary, *name), max_sample_bytes);
  const auto count = datum(summary, "size");
  if (bytes.size() % sizeof(float) != 0 ||
      (count && *count != std::to_string(bytes.size() / sizeof(float))))
    summary.fail(fmt::format("a file with {} samples", count.value_or("whole")));
  std::vector<double> values(bytes.size() / sizeof(float));
  for (std::size_t i = 0; i < values.size(); ++i) {
    float value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    values[i] = value;
  }
  return values;
}

// Samples of isolated executions on the device; of benchmarks for the CPU alone, on the CPU.
void read_samples(const fs::path& json, const json_place& state, nvbench_point& point) {
  for (const auto& summary : items_or_none(state.at("summaries"))) {
    const std::string tag = summary.at("tag").text();
    const bool times = tag == "nv/json/bin:nv/cold/sample_times" ||
                       (point.samples_ns.empty() && tag == "nv/json/bin:nv/cpu_only/sample_times");
    if (times) {
      point.samples_ns = floats_of(json, summary);
      for (double& value : point.samples_ns) {
        value *= 1e9;
        if (!std::isfinite(value) || value <= 0) summary.fail("samples above 0 s");
      }
    } else if (tag == "nv/json/freqs-bin:nv/cold/sample_freqs") {
      const auto clocks = floats_of(json, summary);
      const bool sound = !clocks.empty() && std::all_of(clocks.begin(), clocks.end(), [](double c) {
        return std::isfinite(c) && c > 0;
      });
      if (sound) point.clock_hz = statistics::median(clocks);
    }
  }
  if (point.samples_ns.empty() || statistics::median(point.samples_ns) < min_ns_for_clock)
    point.clock_hz.reset();
}

std::string key_of(const std::string& benchmark, const json_place& state) {
  std::string key = benchmark + "[";
  if (state.contains("device") && !state.at("device").is_null())
    key += fmt::format("device={}", state.at("device").count());
  for (const auto& value : items_or_none(state.at("axis_values")))
    key += fmt::format("{}{}={}", key.ends_with('[') ? "" : ",", value.at("name").text(),
                       value.at("value").text());
  return key + "]";
}

nvbench_point point_of(const fs::path& json, const std::string& benchmark,
                       const json_place& state) {
  nvbench_point point{.key = key_of(benchmark, state), .benchmark = benchmark};
  if (state.contains("is_skipped") && state.at("is_skipped").flag())
    point.skipped = state.contains("skip_reason") ? state.at("skip_reason").text() : "no reason";
  else
    read_samples(json, state, point);
  return point;
}

void require_version(const json_place& file) {
  const auto version = file.at("meta").at("version").at("json").at("major");
  if (version.count() != known_major_version)
    version.fail(fmt::format("{}, the version that warpmark knows", known_major_version));
}

}  // namespace

nvbench_result read_nvbench_file(const fs::path& json) {
  const std::string text = input::read_text(json);
  input::require_shallow_json(text, json.string());
  ordered_json parsed;
  try {
    parsed = ordered_json::parse(text);
  } catch (const ordered_json::exception& error) {
    throw usage_error(fmt::format("{}: not valid JSON: {}", json.string(), error.what()));
  }
  const json_place file(parsed, json.string());
  require_version(file);
  nvbench_result result;
  if (const auto version = file.at("meta").at("version"); version.contains("nvbench"))
    result.version = version.at("nvbench").at("string").text();
  if (const auto devices = items_or_none(file.at("devices")); !devices.empty())
    result.card = devices.front().at("name").text();
  std::map<std::string, std::size_t> seen;
  for (const auto& benchmark : items_or_none(file.at("benchmarks"))) {
    result.benchmarks.push_back(benchmark.at("name").text());
    for (const auto& state : items_or_none(benchmark.at("states"))) {
      auto point = point_of(json, result.benchmarks.back(), state);
      if (const std::size_t number = ++seen[point.key]; number > 1)
        point.key += fmt::format(" #{}", number);
      result.points.push_back(std::move(point));
    }
  }
  return result;
}

}  // namespace warpmark::gate
