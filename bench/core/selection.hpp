#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/device_limits.hpp"
#include "base/usage_error.hpp"
#include "bench/core/point.hpp"
#include "bench/space/config_choice.hpp"
#include "variants/registry.hpp"

namespace warpmark {

/// "-p n=2^10..2^28": an axis and the text of its values.
struct axis_setting {
  std::string name;
  std::string expression;
};

/// Splits "name=expression". Throws usage_error if there is no '='; `option` is "-p" or "-c".
axis_setting parse_axis_setting(const std::string& option, const std::string& text);

/// Whether a selection includes mutants.
enum class mutant_scope { excluded, included };

/// The selection of a command line.
struct selection {
  std::vector<std::string> patterns;  ///< Globs over "family/variant", a family, or a variant name.
  std::vector<axis_setting> problem;
  std::vector<axis_setting> config;
  std::string backend = {};  ///< Leaves out variants that cannot run on it; empty: lists all.
  mutant_scope mutants = mutant_scope::excluded;
  /// Leaves out variants that are not made for it, here or elsewhere; empty: none.
  std::string made_for = {};
  /// Leaves out variants whose results of a problem are reproducible less far.
  determinism deterministic = determinism::not_guaranteed;

  /// Whether the default sizes are those for the interpreter.
  bool interprets() const { return backend == "simt"; }
};

/// No point is left of a selection in which every name and value is valid.
struct no_point_left : usage_error {
  using usage_error::usage_error;
};

/// More points than the command allows.
struct too_many_points : usage_error {
  using usage_error::usage_error;
};

/// The selected points, problem by problem, and the number of configs that constraints exclude, by
/// reason. A variant that cannot run on the backend is left out, unless a pattern is its exact
/// name: then its points are included and recorded as skipped.
struct sweep {
  std::vector<point> points;
  std::map<std::string, std::uint64_t> pruned;
};

/// Why a device of these limits has no such point; empty if it has.
std::string reason_against(const point& point, const device_limits& limits);

/// The variants of the registry that the patterns match, in its order, followed by the mutants if
/// they are selected; all of them without patterns. Throws usage_error with a suggestion for a
/// pattern that matches none.
std::vector<const variant*> select_variants(const registry& registry,
                                            const std::vector<std::string>& patterns,
                                            mutant_scope mutants = mutant_scope::excluded);

/// All values that an axis lists, or its base if it lists none.
std::vector<parameter_value> all_values(const axis& along);

/// The maximum number of problems of a tuning, summed over variants. Listing them takes at most a
/// second.
inline constexpr std::uint64_t max_tuned_problems = 100'000;

/// The problems to tune: for each problem the variants that support it, with the selected config
/// values or, for axes without a setting, all listed ones. Constraints are not applied. The reasons
/// for exclusions go to `pruned`. Throws usage_error as make_sweep does, and too_many_points beyond
/// `max_tuned_problems`.
std::vector<config_choice> make_choices(const registry& registry, const selection& selection,
                                        std::map<std::string, std::uint64_t>& pruned);

/// The default maximum number of points of a sweep.
inline constexpr std::uint64_t max_listed_points = 100'000;

/// Lists the points of a sweep_plan. Throws usage_error for an unknown axis or a value outside its
/// domain, no_point_left if there is none, too_many_points if there are more than `max_points`.
sweep make_sweep(const registry& registry, const selection& selection, const device_limits& limits,
                 std::uint64_t max_points = max_listed_points);

}  // namespace warpmark
