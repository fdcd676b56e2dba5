#include "tuning/live/expected_times.hpp"

#include <algorithm>

namespace warpmark::tuning {
namespace {

std::string place_of(const variant& variant, const problem& problem) {
  return variant.path() + "[" + problem.canonical() + "]";
}

}  // namespace

void expected_times::add(const point& point, double ns) {
  entries_[place_of(*point.variant, point.problem)].insert_or_assign(point.key(), entry{point, ns});
}

std::vector<expected_times::entry> expected_times::of(const variant& variant,
                                                      const problem& problem) const {
  std::vector<entry> result;
  const auto found = entries_.find(place_of(variant, problem));
  if (found == entries_.end()) return result;
  for (const auto& [key, one] : found->second) result.push_back(one);
  return result;
}

std::vector<point> expected_times::fastest(std::span<const config_choice> choices,
                                           std::size_t max_count) const {
  std::vector<entry> all;
  for (const auto& choice : choices)
    for (auto& one : of(*choice.variant, choice.problem)) all.push_back(std::move(one));
  std::stable_sort(all.begin(), all.end(),
                   [](const entry& a, const entry& b) { return a.ns < b.ns; });
  std::vector<point> result;
  for (const auto& one : all)
    if (result.size() < max_count) result.push_back(one.point);
  return result;
}

std::size_t expected_times::size() const {
  std::size_t count = 0;
  for (const auto& [place, entries] : entries_) count += entries.size();
  return count;
}

}  // namespace warpmark::tuning
