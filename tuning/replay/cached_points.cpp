// A Kernel Tuner cache as measurements of points.

#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/file_digest.hpp"
#include "base/usage_error.hpp"
#include "tuning/replay/kernel_tuner_cache.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

// One recorded time with unknown spread.
statistics::sample_summary summary_of(double time_ns) {
  statistics::sample_summary result;
  result.n = 1;
  result.median = result.mean = result.min = result.p05 = result.p95 = time_ns;
  result.ci_lo = result.ci_hi = time_ns;
  return result;
}

json line_of(const point& point, const outcome& recorded, double unit_ns) {
  const family& contract = *point.variant->contract;
  measurement came{.point = point, .backend = "replay"};
  came.bytes = contract.compulsory_bytes(point.problem);
  came.operations = contract.operations(point.problem);
  came.wall_s = recorded.cost_s;
  came.reason = recorded.reason;
  if (recorded.time) {
    came.status = point_status::ok;
    came.times_ns = summary_of(*recorded.time * unit_ns);
  }
  return journal::measurement_line(came);
}

// The first point, after checking that all have one variant and problem.
point only_problem_of(const std::filesystem::path& path, const planned_points& planned_points) {
  std::vector<point> firsts;  // The first point of each variant and problem, at most two.
  std::set<const variant*> seen;
  const auto next = planned_points.problems();
  for (auto problem = next(); problem && firsts.size() < 2; problem = next()) {
    firsts.push_back(problem->at(0));
    if (point last = problem->at(problem->count - 1); last.variant != firsts.back().variant)
      firsts.push_back(std::move(last));
  }
  if (firsts.size() > 1)
    throw usage_error(
        fmt::format("--from {}: a cache has one kernel and problem, but {} and {} are selected; "
                    "expected one variant, and one value of each problem axis by -p",
                    path.string(), firsts[0].key(), firsts[1].key()));
  return firsts.front();
}

// The variant's config for a recorded one; nullopt if a value has another type than its axis.
std::optional<config> config_of(const variant& variant, const recorded_space& recorded,
                                config_index index) {
  const auto levels = recorded.configs.at(index);
  config config;
  for (const auto& along : variant.axes)
    for (std::size_t axis = 0; axis < levels.size(); ++axis) {
      if (recorded.configs.axes()[axis].name != along.name) continue;
      const std::string& text = recorded.configs.axes()[axis].values[levels[axis]].text;
      if (!along.is_integer()) {
        config.set(along.name, text);
        continue;
      }
      std::int64_t value = 0;
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data(), end, value);
      if (error != std::errc() || stop != end) return std::nullopt;
      config.set(along.name, value);
    }
  return config;
}

void require_same_axes(const std::filesystem::path& path, const variant& variant,
                       const recorded_space& recorded) {
  std::set<std::string> here, there;
  for (const auto& along : variant.axes) here.insert(along.name);
  for (const auto& along : recorded.configs.axes()) there.insert(along.name);
  if (here == there) return;
  const auto list = [](const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  };
  throw usage_error(fmt::format("--from {}: its configs have the axes {}; those of {} have {}",
                                path.string(), list(there), variant.path(), list(here)));
}

}  // namespace

recorded_points recorded_points::of_cache(const std::filesystem::path& path,
                                          const planned_points& planned_points) {
  const recorded_space recorded = read_kernel_tuner_cache(path);
  point point = only_problem_of(path, planned_points);
  require_same_axes(path, *point.variant, recorded);
  recorded_points result;
  result.manifest_["card"] = {{"name", recorded.record_subject.device},
                              {"compute_capability", "unknown"},
                              {"multiprocessors", 0}};
  result.manifest_["contract"] = {{"interval", "none: one recorded time per config"},
                                  {"clock", "recorded"}};
  result.manifest_["recorded"] = provenance_of(path, compiler::file_digest(path), {});
  const auto is_wanted = planned_points.membership();
  for (config_index index = 0; index < recorded.configs.count(); ++index) {
    auto config = config_of(*point.variant, recorded, index);
    if (!config) continue;
    point.config = std::move(*config);
    if (!is_wanted(point.key())) continue;
    const auto line = line_of(point, recorded.outcomes[index], recorded.unit_ns());
    result.add(point, line, line.dump());
  }
  return result;
}

}  // namespace warpmark::tuning
