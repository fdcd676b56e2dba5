#include "bench/core/shard_points.hpp"

#include "bench/space/saturating.hpp"

namespace warpmark {
namespace {

// "reduce[type=i32,n=1024]" of "reduce/strided[type=i32,n=1024][block=256]"; empty for other texts.
std::string problem_key_in(const std::string& key) {
  const auto slash = key.find('/'), begin = key.find('['), end = key.find("][");
  if (slash > begin || begin == std::string::npos || end == std::string::npos) return "";
  return key.substr(0, slash) + key.substr(begin, end + 1 - begin);
}

}  // namespace

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
    return part.holds(problem_key_in(key)) && has(key);
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
