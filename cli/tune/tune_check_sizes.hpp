#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/selection_options.hpp"
#include "tuning/live/profile_check.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark {

/// A tuned size of a profile's entry to check.
struct checked_size {
  const tuning::profile_entry* entry = nullptr;
  warpmark::problem problem;
  std::vector<config_choice> choices;  ///< The challengers.

  std::uint64_t n() const { return static_cast<std::uint64_t>(problem.integer("n")); }

  /// "reduce[type=i32,n=1024,…]"
  std::string name() const;

  /// The config that the profile selects at this size, and its time in the profile; no time if the
  /// profile only has other configs' times there.
  const tuning::candidate& stored() const;
  std::optional<double> recorded_ns() const;

  /// The same in terms of a registry.
  tuning::size_to_check resolved(const registry& registry, const device_limits& limits,
                                 const std::string& machine) const;
};

/// The tuned sizes of a profile, which must outlive them. Only those matching -p, and only of
/// families with variants in SELECT, which are the challengers. Throws usage_error if none is left,
/// and for a family or problem axis that this program does not have.
std::vector<checked_size> sizes_to_check(const tuning::profile& profile,
                                         const selection_options& selection_options,
                                         const std::string& machine);

}  // namespace warpmark
