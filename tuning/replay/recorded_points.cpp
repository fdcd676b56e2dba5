#include "tuning/replay/recorded_points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/replay/recorded_point.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using nlohmann::literals::operator""_json_pointer;

json json_of(const parameters& values) {
  json object = json::object();
  for (const auto& [name, value] : values)
    std::visit([&, &key = name](const auto& held) { object[key] = held; }, value);
  return object;
}

std::string place_of(const variant& variant, const problem& problem) {
  return fmt::format("{}[{}]", variant.path(), problem.canonical());
}

trial_label label_of(const json& line) {
  if (!line.contains("tuning")) return {.phase = ""};
  const json& tuning = line.at("tuning");
  return {.phase = tuning.value("phase", ""), .round = tuning.value("round", std::size_t{0})};
}

}  // namespace

journal::json recorded_points::provenance_of(const std::filesystem::path& path,
                                             const std::string& sha256, const json& manifest) {
  json result = {{"file", path.filename().string()}, {"sha256", sha256}};
  for (const char* key : {"backend", "started_at", "tool", "argv", "host", "recorded"})
    if (manifest.contains(key)) result[key] = manifest.at(key);
  return result;
}

void recorded_points::add(const point& point, const json& line, std::string text) {
  const trial_label label = label_of(line);
  has_rounds_ = has_rounds_ || label.round > 0;
  lines_[point.key()].push_back({label, std::move(text)});
  for (const auto& [axis, value] : point.problem)
    problem_values_[point.variant->path()][axis].insert(to_text(value));
  auto& here =
      config_values_[place_of(*point.variant, point.problem)];  // Created even without axes.
  for (const auto& [axis, value] : point.config) here[axis].insert(to_text(value));
}

recorded_points recorded_points::of_journal(const registry& registry,
                                            const std::filesystem::path& path) {
  input::input_file file(path);
  compiler::sha256 hash;
  file.watch([&](std::string_view part) { hash.part(part); });
  recorded_points result;
  result.manifest_ = journal::read(file, [&](const journal::whole_line& line) {
                       if (line.parsed.value("event", "") != "measurement") return;
                       if (const auto record = recorded_point(registry, line.parsed))
                         result.add(*record, line.parsed, line.text);
                     }).manifest;
  result.manifest_["recorded"] = provenance_of(path, hash.hex(), result.manifest_);
  if (result.lines_.empty())
    throw usage_error(fmt::format("{}: there is no measurement in it", path.string()));
  return result;
}

std::string recorded_backend(const json& manifest) {
  const json* record = &manifest;
  while (record->value("backend", "") == "replay" && record->contains("recorded"))
    record = &record->at("recorded");
  const std::string backend = record->value("backend", "replay");
  return backend == "replay" ? "cuda" : backend;  // Kernel Tuner's caches are from cards.
}

std::string recorded_points::origin() const { return recorded_backend(manifest_.at("recorded")); }

device_limits recorded_points::limits() const {
  device_limits result{.interpreted = origin() == "simt"};
  const int count = manifest_.value("/card/multiprocessors"_json_pointer, 0);
  if (count > 0) result.multiprocessors = count;
  const auto architecture = manifest_.value("/card/architecture"_json_pointer, std::string());
  if (architecture.starts_with("sm_")) result.architecture = architecture;
  return result;
}

const recorded_points::recorded_line& recorded_points::choose(
    const std::vector<recorded_line>& among, const trial_label& label) {
  if (label.round > 0) {
    std::vector<const recorded_line*> rounds;
    for (const auto& point : among)
      if (point.label.round > 0) rounds.push_back(&point);
    if (!rounds.empty()) return *rounds[(label.round - 1) % rounds.size()];
  }
  // For a search, measurements of a search come first: it stopped slow configs early.
  const std::vector<std::string> order =
      label.phase == "search" ? std::vector<std::string>{"search", "", "final", "cross"}
                              : std::vector<std::string>{"", "final", "cross", "search"};
  for (const auto& phase : order)
    for (auto item = among.rbegin(); item != among.rend(); ++item)
      if (item->label.phase == phase) return *item;
  return among.back();
}

std::optional<json> recorded_points::measurement(const point& point,
                                                 const trial_label& label) const {
  const auto found = lines_.find(point.key());
  if (found == lines_.end()) return std::nullopt;
  json line = json::parse(choose(found->second, label).text);
  json recorded = {{"backend", line.value("backend", origin())}};
  if (line.at("key") != point.key()) recorded["key"] = line.at("key");
  for (const char* key : {"at_s", "tuning"})
    if (line.contains(key)) recorded[key] = line.at(key);
  for (const char* key : {"at_s", "tuning"}) line.erase(key);
  line["key"] = point.key();
  line["problem"] = json_of(point.problem);
  line["config"] = json_of(point.config);
  line["is_base"] = point.is_base();
  line["backend"] = "replay";
  line["recorded"] = std::move(recorded);
  return line;
}

namespace {

using values_by_axis = std::map<std::string, std::set<std::string>>;

std::set<std::string> values_in(const std::map<std::string, values_by_axis>& all,
                                const std::string& place, const std::string& axis) {
  const auto here = all.find(place);
  if (here == all.end()) return {};
  const auto values = here->second.find(axis);
  return values == here->second.end() ? std::set<std::string>{} : values->second;
}

}  // namespace

std::set<std::string> recorded_points::problem_values(const variant& variant,
                                                      const std::string& axis) const {
  return values_in(problem_values_, variant.path(), axis);
}

std::set<std::string> recorded_points::config_values(const variant& variant,
                                                     const std::string& axis,
                                                     const problem& problem) const {
  return values_in(config_values_, place_of(variant, problem), axis);
}

bool recorded_points::has(const variant& variant, const problem& problem) const {
  return config_values_.contains(place_of(variant, problem));
}

}  // namespace warpmark::tuning
