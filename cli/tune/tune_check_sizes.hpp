#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/selection_options.hpp"
#include "tuning/live/profile_check.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark {

/// A tuned size of a profile's entry that is to be checked.
struct checked_size {
  const tuning::profile_entry* entry = nullptr;
  warpmark::problem problem;
  std::vector<config_choice> choices;  ///< Who may challenge.

  std::uint64_t n() const { return static_cast<std::uint64_t>(problem.integer("n")); }

  /// "reduce[type=i32,n=1024,…]"
  std::string name() const;

  /// What the profile selects at this size, and what it takes by the profile; nothing if the
  /// profile knows only other configs' times there.
  const tuning::candidate& stored() const;
  std::optional<double> recorded_ns() const;

  /// The same in the program as it is now.
  tuning::size_to_check resolved(const device_limits& limits, const std::string& machine) const;
};

/// The tuned sizes of a profile, which must outlive them; those alone that -p names, and of
/// families alone of which SELECT names variants: these challenge. Throws usage_error if that
/// leaves none, and for a family or a problem axis that this program does not have.
std::vector<checked_size> sizes_to_check(const tuning::profile& profile,
                                         const selection_options& selection_options,
                                         const std::string& machine);

}  // namespace warpmark
