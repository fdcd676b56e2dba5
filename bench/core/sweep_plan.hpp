#pragma once

#include <memory>
#include <vector>

#include "bench/core/planned_points.hpp"
#include "bench/core/variant_points.hpp"

namespace warpmark {

/// The points of a selection on a device of these limits: for each problem, its variants' configs.
/// The registry must outlive them.
///
/// Points are ordered by problem and then by variant, in registry order. Problems and configs have
/// the order of nested loops over their axes, the last axis fastest. See nested_order for the
/// exception.
class sweep_plan : public planned_points {
 public:
  /// Throws usage_error for an unknown axis or a value outside its domain, no_point_left if there
  /// is no point.
  sweep_plan(const registry& registry, const selection& selection, const device_limits& limits);

  std::uint64_t count() const override { return count_; }
  std::map<const variant*, std::uint64_t> count_by_variant() const override;
  std::map<std::string, std::uint64_t> pruned() const override;
  std::function<bool(const std::string& key)> membership() const override;
  std::function<std::optional<problem_points>()> problems() const override;

 private:
  struct group {
    warpmark::variant_group variant_group;
    std::vector<variant_points> variants;
  };
  class walk;

  std::map<std::string, std::uint64_t> unavailable_;  ///< Variants that cannot run, by reason.
  std::vector<std::unique_ptr<const group>> groups_;
  std::uint64_t count_ = 0;
};

}  // namespace warpmark
