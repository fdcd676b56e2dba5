#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/device_limits.hpp"
#include "base/usage_error.hpp"
#include "bench/core/point.hpp"
#include "bench/space/config_choice.hpp"

namespace warpmark {

/// "-p n=2^10..2^28": the axis and the text of its values.
struct axis_setting {
  std::string name;
  std::string expression;
};

/// Splits "name=expression". Throws usage_error if there is no '='; `option` is "-p" or "-c".
axis_setting parse_axis_setting(const std::string& option, const std::string& text);

/// Whether a selection is among variants alone, or among mutants as well.
enum class mutant_scope { excluded, included };

/// What a command line selects.
struct selection {
  std::vector<std::string> patterns;  ///< Globs over "family/variant", a family, or a variant name.
  std::vector<axis_setting> problem;
  std::vector<axis_setting> config;
  std::string backend = {};  ///< Leave out what cannot run on it; empty: nothing, to list all.
  mutant_scope mutants = mutant_scope::excluded;
  std::string made_for =
      {};  ///< Leave out what is not made for it, here or elsewhere; empty: nothing.

  /// Whether sizes for an interpreter are walked where n is not given.
  bool interprets() const { return backend == "simt"; }
};

/// Nothing is left of a selection in which every name and value is right.
struct no_point_left : usage_error {
  using usage_error::usage_error;
};

/// More points than what is to be done with them allows.
struct too_many_points : usage_error {
  using usage_error::usage_error;
};

/// The points to walk, problem by problem, and how many the constraints left out, by reason. A
/// variant that cannot run on the backend is left out, unless a pattern is its very name: then its
/// points are there, to be recorded as skipped.
struct sweep {
  std::vector<point> points;
  std::map<std::string, std::uint64_t> pruned;
};

/// Why there is no such point on a device of these limits; empty if there is.
std::string reason_against(const point& point, const device_limits& limits);

/// The variants that the patterns match, in registry order, and after them the mutants if they are
/// wanted; all of them for no pattern. Throws usage_error, naming the nearest, for a pattern that
/// matches none.
std::vector<const variant*> select_variants(const std::vector<std::string>& patterns,
                                            mutant_scope mutants = mutant_scope::excluded);

/// All that an axis lists, or its base if it lists nothing.
std::vector<parameter_value> all_values(const axis& along);

/// A tuning is of at most so many problems, each with its variants: listing them takes no longer
/// than a second.
inline constexpr std::uint64_t max_tuned_problems = 100'000;

/// What there is to tune: for each problem the variants that can do it, with the config values that
/// are asked for or, of axes that are not named, all that are listed. Constraints are not looked
/// at. What is left out, and why, goes to `pruned`. Throws usage_error as make_sweep does, and
/// too_many_points beyond `max_tuned_problems`.
std::vector<config_choice> make_choices(const selection& selection,
                                        std::map<std::string, std::uint64_t>& pruned);

/// A sweep is listed as a whole up to so many points unless a caller says otherwise.
inline constexpr std::uint64_t max_listed_points = 100'000;

/// Lists a sweep_plan. Throws usage_error for an unknown axis or a value outside its domain,
/// no_point_left if none is, too_many_points if there are more than `max_points`.
sweep make_sweep(const selection& selection, const device_limits& limits,
                 std::uint64_t max_points = max_listed_points);

}  // namespace warpmark
