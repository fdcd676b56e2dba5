#include "bench/core/planned_points.hpp"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace warpmark {

listed_points::listed_points(std::vector<point> points) : count_(points.size()) {
  std::unordered_map<std::string, std::size_t> places;
  for (point& point : points) {
    const auto [found, is_new] = places.try_emplace(point.problem_key(), by_problem_.size());
    if (is_new) by_problem_.emplace_back();
    by_problem_[found->second].push_back(std::move(point));
  }
}

std::map<const variant*, std::uint64_t> listed_points::count_by_variant() const {
  std::map<const variant*, std::uint64_t> counts;
  for (const auto& problem : by_problem_)
    for (const auto& item : problem) ++counts[item.variant];
  return counts;
}

std::function<bool(const std::string& key)> listed_points::membership() const {
  auto keys = std::make_shared<std::unordered_set<std::string>>();
  for (const auto& problem : by_problem_)
    for (const auto& item : problem) keys->insert(item.key());
  return [keys](const std::string& key) { return keys->contains(key); };
}

std::function<std::optional<problem_points>()> listed_points::problems() const {
  return [this, next = std::size_t{0}]() mutable -> std::optional<problem_points> {
    if (next == by_problem_.size()) return std::nullopt;
    const auto& points = by_problem_[next++];
    problem_points all{points.size(), [&points](std::uint64_t place) { return points[place]; }};
    for (const auto& item : points) all.by_variant.emplace_back(item.variant, 1);
    return all;
  };
}

}  // namespace warpmark
