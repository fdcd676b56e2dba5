#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/point.hpp"

namespace warpmark {

/// The points of one problem, indexed in its order. May outlive the enumeration that returned them,
/// but not the plan.
struct problem_points {
  std::uint64_t count;                     ///< At least one.
  std::function<point(std::uint64_t)> at;  ///< The point of an index below `count`.
  /// The number of points of each variant; a variant may occur again.
  std::vector<std::pair<const variant*, std::uint64_t>> by_variant = {};
};

/// The points to measure, problem by problem. They are counted without being created, and created
/// on demand: the memory of a plan does not depend on the number of points.
class planned_points {
 public:
  virtual ~planned_points() = default;

  /// The number of points; the largest value if there are that many or more.
  virtual std::uint64_t count() const = 0;

  /// The number of points of each variant that has any.
  virtual std::map<const variant*, std::uint64_t> count_by_variant() const = 0;

  /// The number of excluded configs, by reason. Each config counts once, for the first constraint
  /// that excludes it. All configs of a problem that a variant does not support count as one.
  virtual std::map<std::string, std::uint64_t> pruned() const = 0;

  /// Returns a predicate: whether a key is that of a planned point.
  virtual std::function<bool(const std::string& key)> membership() const = 0;

  /// Returns a generator of the problems, which returns nothing after the last one. It must not
  /// outlive the plan. A problem may occur again with other variants.
  virtual std::function<std::optional<problem_points>()> problems() const = 0;
};

/// Calls f(point) for each point in order.
template <class F>
void for_each_point(const planned_points& plan, F&& f) {
  const auto next = plan.problems();
  while (const auto problem = next())
    for (std::uint64_t place = 0; place < problem->count; ++place) f(problem->at(place));
}

/// Points of a list. Those of one problem are grouped at the position of the first one.
class listed_points : public planned_points {
 public:
  explicit listed_points(std::vector<point> points);

  std::uint64_t count() const override { return count_; }
  std::map<const variant*, std::uint64_t> count_by_variant() const override;
  std::map<std::string, std::uint64_t> pruned() const override { return {}; }
  std::function<bool(const std::string& key)> membership() const override;
  std::function<std::optional<problem_points>()> problems() const override;

 private:
  std::vector<std::vector<point>> by_problem_;
  std::uint64_t count_;
};

}  // namespace warpmark
