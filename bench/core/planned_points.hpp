#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/point.hpp"

namespace warpmark {

/// The points of one problem, by their places in its order. May outlive the walk that gave them,
/// but not the plan.
struct problem_points {
  std::uint64_t count;                     ///< At least one.
  std::function<point(std::uint64_t)> at;  ///< Of a place below `count`.
};

/// Points that are to be measured, problem by problem. They are counted without being made, and
/// made when they are asked for: what a plan takes of memory does not depend on how many there are.
class planned_points {
 public:
  virtual ~planned_points() = default;

  /// The greatest number if there are as many or more.
  virtual std::uint64_t count() const = 0;

  /// Of each variant that has points.
  virtual std::map<const variant*, std::uint64_t> count_by_variant() const = 0;

  /// How many the constraints leave out, by reason: each config once, for the first constraint that
  /// forbids it, or all configs of a problem that a variant cannot do as one.
  virtual std::map<std::string, std::uint64_t> pruned() const = 0;

  /// A function that says whether a key is that of a planned point.
  virtual std::function<bool(const std::string& key)> membership() const = 0;

  /// A function that gives one problem after the other, and nothing after the last. Must not
  /// outlive the plan. A problem may come again, with other variants.
  virtual std::function<std::optional<problem_points>()> problems() const = 0;
};

/// Calls f(point) for each, in their order.
template <class F>
void for_each_point(const planned_points& plan, F&& f) {
  const auto next = plan.problems();
  while (const auto problem = next())
    for (std::uint64_t place = 0; place < problem->count; ++place) f(problem->at(place));
}

/// Points in a list. Those of one problem come together, in the place of the first of them.
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
