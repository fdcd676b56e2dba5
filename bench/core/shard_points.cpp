#include "bench/core/shard_points.hpp"

#include "bench/core/point_key.hpp"
#include "bench/space/saturating.hpp"

namespace warpmark {
const shard_points::counts& shard_points::counted() const {
  if (counts_) return *counts_;
  counts sums;
  const auto next = problems();
  while (const auto problem = next()) {
    sums.points = spaces::saturating_sum(sums.points, problem->count);
    for (const auto& [variant, count] : problem->by_variant) {
      auto& sum = sums.by_variant[variant];
      sum = spaces::saturating_sum(sum, count);
    }
  }
  return counts_.emplace(std::move(sums));
}

std::function<bool(const std::string& key)> shard_points::membership() const {
  return [has = whole_->membership(), part = part_](const std::string& key) {
    const auto parts = split_key(key);
    return parts && part.holds(parts->problem_key()) && has(key);
  };
}

std::function<std::optional<problem_points>()> shard_points::problems() const {
  return [next = whole_->problems(), part = part_]() -> std::optional<problem_points> {
    while (auto problem = next())
      if (part.holds(problem->at(0).problem_key())) return problem;
    return std::nullopt;
  };
}

}  // namespace warpmark
