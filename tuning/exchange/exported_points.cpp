#include "tuning/exchange/exported_points.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::tuning {
namespace {

using nlohmann::literals::operator""_json_pointer;

std::string path_of(const measured_point& point) { return point.family + "/" + point.variant; }

// The points of the choice, which must have one variant and problem.
std::vector<const measured_point*> chosen_points(const measured_journal& from,
                                                 const journal_choice& choice) {
  std::map<std::string, std::size_t> matching;
  std::vector<std::string> all;
  std::vector<const measured_point*> chosen;
  for (const auto& point : from.points) {
    const std::string variant = path_of(point), problem = point.problem.canonical();
    const std::string name = fmt::format("{}[{}]", variant, problem);
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
    if ((!choice.variant.empty() && choice.variant != variant) ||
        (!choice.problem.empty() && choice.problem != problem))
      continue;
    ++matching[name];
    chosen.push_back(&point);
  }
  const std::string choice_text = fmt::format("{}[{}]", choice.variant, choice.problem);
  if (matching.empty())
    throw usage_error(fmt::format("{}: no measurement of {}{}", from.source.file, choice_text,
                                  did_you_mean(choice_text, all)));
  if (matching.size() > 1)
    throw usage_error(fmt::format(
        "{}: {} variants and problems match; name one by --variant and --problem, e.g. {}",
        from.source.file, matching.size(), matching.begin()->first));
  return chosen;
}

void take_round(const measured_point& point, exported_config& into) {
  into.wall_s += point.wall_s;
  if (into.status.empty() || into.status == "ok") into.status = point.status;
  if (into.status != "ok")
    into.rounds_ns.clear();
  else
    into.rounds_ns.push_back(point.time->median_ns);
}

}  // namespace

exported_points points_to_export(const measured_journal& from, const journal_choice& choice) {
  const auto chosen = chosen_points(from, choice);
  exported_points result{.kernel = path_of(*chosen.front()),
                         .device = from.modelled ? from.modelled->device_name()
                                                 : from.manifest.value("/card/name"_json_pointer,
                                                                       std::string("a device")),
                         .modelled = from.modelled,
                         .started_at = from.source.started_at,
                         .problem = chosen.front()->problem};
  for (const auto& [name, value] : chosen.front()->parameters) result.axes.push_back(name);
  std::map<std::string, std::size_t> places;
  for (const auto* point : chosen) {
    if (point->status == "ok" && !point->time)
      throw usage_error(fmt::format(
          "{}: {} has no time: it was counted without a clock, and for no card that --card names",
          from.source.file, point->parameters.canonical()));
    const auto [place, is_new] =
        places.try_emplace(point->parameters.canonical(), result.configs.size());
    if (is_new) result.configs.push_back({.parameters = point->parameters});
    take_round(*point, result.configs[place->second]);
  }
  return result;
}

std::string with_offset(const std::string& utc) {
  return utc.ends_with('Z') ? utc.substr(0, utc.size() - 1) + "+00:00" : utc;
}

}  // namespace warpmark::tuning
