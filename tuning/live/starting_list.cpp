#include "tuning/live/starting_list.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/replay/kernel_tuner_cache.hpp"
#include "tuning/replay/recorded_point.hpp"
#include "tuning/replay/recorded_time.hpp"
#include "tuning/replay/value_text.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using config_texts = std::vector<std::pair<std::string, std::string>>;

// The time of a line, measured or modelled; nullopt for a point that did not run or has none.
std::optional<double> time_of(const journal::whole_line& line) {
  if (line.parsed.value("event", "") != "measurement" || line.parsed.value("status", "") != "ok")
    return std::nullopt;
  const bool measured = line.parsed.contains("times_ns");
  if (!measured && !line.parsed.contains("modelled_time_ns")) return std::nullopt;
  const json& time =
      measured ? line.parsed.at("times_ns").at("median") : line.parsed.at("modelled_time_ns");
  return recorded_time(time, 1, [&] { return fmt::format("{}: its time", line.place); });
}

void require_journal(const std::filesystem::path& path) {
  if (journal::is_journal(path)) return;
  throw usage_error(fmt::format(
      "--start-from {}: expected a journal of `warpmark run` or `warpmark tune`", path.string()));
}

void require_times(const std::filesystem::path& path, std::size_t count) {
  if (count > 0) return;
  throw usage_error(fmt::format(
      "--start-from {}: it has no times, measured or modelled; expected a journal of a card, or of "
      "backend simt with modelled times",
      path.string()));
}

bool is_of(const json& line, const record_subject& subject) {
  if (line.value("family", "") != subject.family || line.value("variant", "") != subject.variant)
    return false;
  const json& problem = line.at("problem");
  return problem.size() == subject.problem.size() &&
         std::all_of(subject.problem.begin(), subject.problem.end(), [&](const auto& one) {
           const auto found = problem.find(one.first);
           return found != problem.end() && value_text(*found) == one.second;
         });
}

// Adds the configs of a record to a list for a space.
class list_of_space {
 public:
  list_of_space(const space& configs, std::string file)
      : configs_(configs), file_(std::move(file)) {}

  void add(const config_texts& config, double time) {
    require_axes(config);
    level_tuple levels;
    for (const auto& along : configs_.axes())
      for (const auto& [name, value] : config)
        if (name == along.name)
          if (const auto level = along.level_of(value)) levels.push_back(*level);
    const auto index =
        levels.size() == configs_.axes().size() ? configs_.index_of(levels) : std::nullopt;
    if (index)
      result_.times[*index] = time;
    else
      ++result_.ignored;
  }

  space_starting_list finish() {
    if (result_.times.empty())
      throw usage_error(
          fmt::format("--start-from {}: none of its {} configs is in the space that is tuned",
                      file_, result_.ignored));
    return std::move(result_);
  }

 private:
  void require_axes(const config_texts& config) const {
    std::set<std::string> here, there;
    for (const auto& along : configs_.axes()) here.insert(along.name);
    for (const auto& [name, value] : config) there.insert(name);
    if (here == there) return;
    throw usage_error(fmt::format("--start-from {}: its configs have the axes {}; expected {}",
                                  file_, fmt::join(there, ", "), fmt::join(here, ", ")));
  }

  const space& configs_;
  std::string file_;
  space_starting_list result_;
};

void add_journal(const std::filesystem::path& path, const recorded_space& recorded,
                 list_of_space& to) {
  // A cache has no variant or problem of a journal; then the axes decide.
  const bool any_subject = recorded.unit == "ms";
  std::size_t with_time = 0, of_subject = 0;
  journal::read(path, [&](const journal::whole_line& line) {
    const auto time = time_of(line);
    if (!time) return;
    ++with_time;
    if (!any_subject && !is_of(line.parsed, recorded.record_subject)) return;
    ++of_subject;
    config_texts config;
    for (const auto& [name, value] : line.parsed.at("config").items())
      config.emplace_back(name, value_text(value));
    to.add(config, *time);
  });
  require_times(path, with_time);
  if (of_subject == 0)
    throw usage_error(fmt::format("--start-from {}: it has no time of {}", path.string(),
                                  recorded.record_subject.text()));
}

void add_cache(const std::filesystem::path& path, list_of_space& to) {
  const auto list = read_kernel_tuner_cache(path);
  for (config_index index = 0; index < list.outcomes.size(); ++index) {
    if (!list.outcomes[index].time) continue;
    const auto levels = list.configs.at(index);
    config_texts config;
    for (std::size_t axis = 0; axis < levels.size(); ++axis)
      config.emplace_back(list.configs.axes()[axis].name,
                          list.configs.axes()[axis].values[levels[axis]].text);
    to.add(config, *list.outcomes[index].time);
  }
}

}  // namespace

starting_list read_starting_list(const registry& registry, const std::filesystem::path& path,
                                 const std::vector<tuned_problem>& problems) {
  require_journal(path);
  std::set<std::string> wanted;
  for (const auto& problem : problems)
    for (const auto& choice : problem.choices)
      wanted.insert(choice.variant->path() + "[" + choice.problem.canonical() + "]");
  starting_list result;
  std::size_t with_time = 0;
  journal::read(path, [&](const journal::whole_line& line) {
    const auto time = time_of(line);
    if (!time) return;
    ++with_time;
    const auto point = recorded_point(registry, line.parsed);
    if (point && wanted.contains(point->variant->path() + "[" + point->problem.canonical() + "]"))
      result.times.add(*point, *time);
    else
      ++result.ignored;
  });
  require_times(path, with_time);
  if (result.times.size() == 0)
    throw usage_error(fmt::format(
        "--start-from {}: none of its {} points is of a problem and variant that is tuned, such as "
        "{}",
        path.string(), with_time, *wanted.begin()));
  return result;
}

space_starting_list read_starting_list(const recorded_space& recorded,
                                       const std::filesystem::path& path) {
  list_of_space result(recorded.configs, path.string());
  if (journal::is_journal(path))
    add_journal(path, recorded, result);
  else
    add_cache(path, result);
  return result.finish();
}

}  // namespace warpmark::tuning
