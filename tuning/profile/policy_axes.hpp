#pragma once

#include <string>
#include <vector>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// One axis of the configs of a family, as a member of its `struct policy`.
struct policy_axis {
  std::string name;
  bool is_integer = true;           ///< Else an enum class.
  std::vector<std::string> values;  ///< For a text axis, in ascending order.

  /// "int", or "merge_value".
  std::string type() const;
};

/// All entries of one family in a header.
struct policy_family {
  std::string name;
  std::vector<const profile_entry*> entries;
  std::vector<std::string> variants;  ///< Variants used by steps, in ascending order.
  std::vector<policy_axis> axes;      ///< Axes of those variants, in order of appearance.
  bool needs_problems = false;        ///< Several entries have one element type.

  /// The namespace of an entry within its family's: empty, or the values that distinguish it, such
  /// as "op_max".
  std::string problem_namespace(const profile_entry& entry) const;

  /// The braced members of a policy without its first: "variant_name::tiles, 256, not_an_axis".
  std::string values_of(const candidate& candidate) const;
};

/// The families of a profile, in its order. Throws usage_error, see policy_header.
std::vector<policy_family> policy_families(const profile& profile);

}  // namespace warpmark::tuning
