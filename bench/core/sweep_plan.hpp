#pragma once

#include <memory>
#include <vector>

#include "bench/core/planned_points.hpp"
#include "bench/core/variant_points.hpp"

namespace warpmark {

/// What a selection means on a device of these limits: for each problem, its variants' configs.
///
/// Points come problem by problem, and of a problem variant by variant, in the order of the
/// registry; problems and configs as nested loops over their axes meet them, the last axis fastest.
/// See nested_order for the exception.
class sweep_plan : public planned_points {
 public:
  /// Throws usage_error for an unknown axis or a value outside its domain, no_point_left if none is
  /// left.
  sweep_plan(const selection& selection, const device_limits& limits);

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
