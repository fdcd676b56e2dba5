#pragma once

#include <string>
#include <vector>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// One axis of the configs of a family, as a member of its `struct policy`.
struct policy_axis {
  std::string name;
  bool is_integer = true;           ///< Else an enum class.
  std::vector<std::string> values;  ///< Of a text axis, in ascending order.

  /// "int", or "merge_value".
  std::string type() const;
};

/// All entries of one family in a header.
struct policy_family {
  std::string name;
  std::vector<const profile_entry*> entries;
  std::vector<std::string> variants;  ///< That steps use, in ascending order.
  std::vector<policy_axis> axes;      ///< Of those variants, in the order in which they come.
  bool needs_problems = false;        ///< Several entries have one element type.

  /// The namespace of an entry in that of its family: empty, or of what tells it from the others,
  /// such as "op_max".
  std::string problem_namespace(const profile_entry& entry) const;

  /// The braced members of a policy but its first: "variant_name::tiles, 256, not_an_axis".
  std::string values_of(const candidate& candidate) const;
};

/// Of a profile, in its order. Throws usage_error as policy_header says.
std::vector<policy_family> policy_families(const profile& profile);

}  // namespace warpmark::tuning
