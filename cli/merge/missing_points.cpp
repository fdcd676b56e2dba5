#include "cli/merge/missing_points.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/journal/manifest_fields.hpp"
#include "bench/journal/reader.hpp"
#include "cli/run/run_options.hpp"

namespace warpmark {
namespace {

using journal::journal_merge;
using journal::merged_part;

// The parts of one sweep.
struct sweep_parts {
  std::vector<const merged_part*> parts;
  /// Of each division into shards: those that were begun, and whether they came to an end.
  std::map<std::uint64_t, std::map<std::uint64_t, bool>> shards;

  bool is_complete() const {
    return std::any_of(shards.begin(), shards.end(), [](const auto& division) {
      return division.second.size() == division.first &&
             std::all_of(division.second.begin(), division.second.end(),
                         [](const auto& shard) { return shard.second; });
    });
  }

  /// Into how many shards it is divided: the division with most shards begun.
  std::uint64_t count() const {
    return std::max_element(shards.begin(), shards.end(),
                            [](const auto& one, const auto& other) {
                              return one.second.size() < other.second.size();
                            })
        ->first;
  }

  std::string text() const {
    return fmt::format("warpmark {}",
                       fmt::join(journal::words_of_sweep(
                                     parts.front()->manifest.value("argv", journal::json::array())),
                                 " "));
  }
};

std::vector<sweep_parts> sweeps_of(const std::vector<merged_part>& parts) {
  std::map<std::string, sweep_parts> sweeps;
  for (const auto& part : parts) {
    auto& sweep = sweeps[part.sweep()];
    sweep.parts.push_back(&part);
    const auto shard = part.shard().value_or(warpmark::shard{});
    auto& ended = sweep.shards[shard.count][shard.index];
    ended = ended || part.is_complete();
  }
  std::vector<sweep_parts> list;
  for (auto& [_, sweep] : sweeps) list.push_back(std::move(sweep));
  return list;
}

// The plan of a run, made again from its manifest. `options` must live as long. Throws.
std::unique_ptr<const planned_points> plan_of(const merged_part& part, run_options& options) {
  const auto& manifest = part.manifest;
  auto words = journal::words_of_sweep(manifest.at("argv"));
  if (part.verb() != "run" || manifest.value("backend", "") == "replay")
    throw usage_error(fmt::format("`{}` has no list of points", part.verb()));
  words.erase(words.begin());
  CLI::App verb;
  options.add_to(verb);
  std::reverse(words.begin(), words.end());  // As CLI11 wants them.
  verb.parse(words);
  const auto place = journal::place_of(manifest, "the manifest");
  if (const auto why = kernels_difference(place, options.select.kernels.record()); !why.empty())
    throw usage_error(why);
  const auto backend = manifest.value("backend", "");
  auto limits = json_fields::read<card>(place.at("card")).limits;
  limits.interpreted = backend == "simt";
  return options.planned(backend, limits);
}

void see_shards(const std::set<std::uint64_t>& indices, std::uint64_t count,
                const std::function<void(const std::string&)>& see, missing_summary& found) {
  for (const auto index : indices) see(fmt::format("shard {}", shard{index, count}.text()));
  found.shards += indices.size();
}

void find_points(const sweep_parts& sweep, const planned_points& plan, const journal_merge& merged,
                 const std::function<void(const std::string&)>& see, missing_summary& found) {
  const std::uint64_t count = sweep.count();
  const auto& begun = sweep.shards.at(count);
  std::set<std::uint64_t> whole;
  for_each_point(plan, [&](const point& point) {
    const auto key = point.key();
    if (merged.lines().has(key)) return;
    ++found.points;
    if (const auto index = shard_of(point.problem_key(), count);
        count > 1 && !begun.contains(index))
      whole.insert(index);
    else
      see(key);
  });
  see_shards(whole, count, see, found);
}

// Every shard that did not come to an end.
void find_shards(const sweep_parts& sweep, const std::function<void(const std::string&)>& see,
                 missing_summary& found) {
  const std::uint64_t count = sweep.count();
  const auto& begun = sweep.shards.at(count);
  std::set<std::uint64_t> open;
  for (std::uint64_t index = 1; index <= count; ++index)
    if (const auto shard = begun.find(index); shard == begun.end() || !shard->second)
      open.insert(index);
  see_shards(open, count, see, found);
}

}  // namespace

missing_summary find_missing(const journal_merge& merged,
                             const std::function<void(const std::string&)>& see) {
  missing_summary found;
  for (const auto& sweep : sweeps_of(merged.parts())) {
    if (sweep.is_complete()) continue;
    bool is_titled = false;
    const auto titled = [&](const std::string& line) {
      if (!is_titled) see("# " + sweep.text());
      is_titled = true;
      see(line);
    };
    run_options options;
    std::unique_ptr<const planned_points> plan;
    try {
      plan = plan_of(*sweep.parts.front(), options);
    } catch (const std::exception& error) {
      if (sweep.parts.front()->verb() == "run")
        found.notes.push_back(
            fmt::format("{}: cannot be planned again: {}", sweep.text(), error.what()));
      find_shards(sweep, titled, found);
      continue;
    }
    find_points(sweep, *plan, merged, titled, found);
  }
  return found;
}

}  // namespace warpmark
