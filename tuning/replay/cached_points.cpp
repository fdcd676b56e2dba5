// A Kernel Tuner cache as measurements of points.

#include <set>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"
#include "tuning/replay/gzip_text.hpp"
#include "tuning/replay/kernel_tuner_cache.hpp"
#include "tuning/replay/recorded_points.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

// One recorded time, of whose spread nothing is known.
statistics::sample_summary summary_of(double time_ns) {
  statistics::sample_summary result;
  result.n = 1;
  result.median = result.mean = result.min = result.p05 = result.p95 = time_ns;
  result.ci_lo = result.ci_hi = time_ns;
  return result;
}

json line_of(const point& of, const outcome& recorded, double unit_ns) {
  const family& contract = *find_family(of.of->family);
  measurement came{.of = of, .backend = "replay"};
  came.bytes = contract.compulsory_bytes(of.asked);
  came.operations = contract.operations(of.asked);
  came.wall_s = recorded.cost_s;
  came.reason = recorded.reason;
  if (recorded.time) {
    came.status = point_status::ok;
    came.times_ns = summary_of(*recorded.time * unit_ns);
  }
  return journal::measurement_line(came);
}

void require_one_problem(const std::filesystem::path& path, std::span<const point> wanted) {
  for (const point& each : wanted)
    if (each.of != wanted.front().of || each.asked.canonical() != wanted.front().asked.canonical())
      throw usage_error(fmt::format(
          "--from {}: a cache is of one kernel and problem, and {} and {} are asked for; right "
          "would be one variant, and one value of each problem axis by -p",
          path.string(), wanted.front().key(), each.key()));
}

// The config's levels on the axes of the cache; nothing if it has a value that the cache has not.
std::optional<level_tuple> levels_of(const config& how, const recorded_space& recorded) {
  level_tuple levels;
  for (const auto& along : recorded.configs.axes()) {
    const auto level = along.level_of(to_text(*how.find(along.name)));
    if (!level) return std::nullopt;
    levels.push_back(*level);
  }
  return levels;
}

void require_same_axes(const std::filesystem::path& path, const variant& of,
                       const recorded_space& recorded) {
  std::set<std::string> here, there;
  for (const auto& along : of.axes) here.insert(along.name);
  for (const auto& along : recorded.configs.axes()) there.insert(along.name);
  if (here == there) return;
  const auto list = [](const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  };
  throw usage_error(fmt::format("--from {}: its configs have the axes {}; those of {} have {}",
                                path.string(), list(there), of.path(), list(here)));
}

}  // namespace

recorded_points recorded_points::of_cache(const std::filesystem::path& path,
                                          std::span<const point> wanted) {
  const recorded_space recorded = read_kernel_tuner_cache(path);
  require_one_problem(path, wanted);
  require_same_axes(path, *wanted.front().of, recorded);
  recorded_points result;
  result.manifest_["card"] = {
      {"name", recorded.of.device}, {"compute_capability", "unknown"}, {"multiprocessors", 0}};
  result.manifest_["contract"] = {{"interval", "none: one recorded time a config"},
                                  {"clock", "recorded"}};
  result.manifest_["recorded"] = provenance_of(path, read_text(path), {});
  for (const point& each : wanted) {
    const auto levels = levels_of(each.how, recorded);
    const auto index = levels ? recorded.configs.index_of(*levels) : std::nullopt;
    if (!index) continue;
    const auto line = line_of(each, recorded.outcomes[*index], recorded.unit_ns());
    result.add(line, line.dump());
  }
  return result;
}

}  // namespace warpmark::tuning
