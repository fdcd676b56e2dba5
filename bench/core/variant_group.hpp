#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"

namespace warpmark {

/// Variants of one family with the same problems.
struct variant_group {
  std::vector<const variant*> variants;
  std::vector<axis> axes;  ///< The problem axes, with the variants' own bases.
  std::vector<std::vector<parameter_value>> values;  ///< The values to enumerate for each axis.
};

/// The selected variants of the registry that can run or are selected by name. The reasons against
/// the others go to `pruned`. Throws usage_error for unknown names and axes, duplicate settings and
/// values outside all domains, no_point_left if no variant can run.
std::vector<variant_group> selected_groups(const registry& registry, const selection& selection,
                                           std::map<std::string, std::uint64_t>& pruned);

/// Throws no_point_left for groups without a point: that no variant has the wanted level of
/// determinism, and which one is nearest to it, else one of the other reasons.
[[noreturn]] void refuse_as_empty(const std::vector<const variant_group*>& groups,
                                  determinism wanted,
                                  const std::map<std::string, std::uint64_t>& pruned);

/// The values of an axis: the selected ones, else those of the default sweep.
std::vector<parameter_value> values_along(const axis& along,
                                          const std::vector<axis_setting>& settings,
                                          bool interpreted);

/// "reduce: n must be …", if the problem is not one of the family's, or "reduce/x: has no f16
/// form"; empty if the variant supports it.
std::string reason_against(const variant& variant, const problem& problem);

/// "reduce/x: its results are reproducible at level none; …", if that is below `wanted`.
std::string reason_against(const variant& variant, const problem& problem, determinism wanted);

}  // namespace warpmark
