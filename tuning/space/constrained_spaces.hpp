#pragma once

#include <vector>

#include "tuning/space/space.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::tuning {

/// Spaces under a variant's constraints, or under the first of them, for a problem on a device.
///
/// Constraints do not say which axes they read; it is found out by putting a value of the wrong
/// kind on all others, at which a constraint that reads one throws.
class constrained_spaces {
 public:
  /// `values`: one list an axis, in the variant's order; none at all for those of its axes. What is
  /// referred to must outlive this and the spaces.
  constrained_spaces(const variant& of, const problem& asked, const device_limits& limits,
                     const std::vector<std::vector<parameter_value>>& values);

  const std::vector<space_axis>& axes() const { return axes_; }

  /// The configs that the first `constraints` and `more` rules allow.
  space under(std::size_t constraints, const std::vector<rule>& more = {});

  /// What device limits forbid of those that all constraints allow (launch_rules).
  std::vector<rule> of_launches(const space& allowed) const;

 private:
  const variant& of_;
  const problem& asked_;
  const device_limits& limits_;
  std::vector<space_axis> axes_;
  std::vector<std::vector<std::size_t>> reads_;  ///< Of each constraint, as far as known.
};

/// The variant's value for one of a space's axis.
parameter_value parameter_of(const axis& along, const axis_value& value);

}  // namespace warpmark::tuning
