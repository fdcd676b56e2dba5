#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "tuning/live/profile_check.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// A tuned size of a profile's entry to check.
struct checked_size {
  const profile_entry* entry = nullptr;
  warpmark::problem problem;
  std::vector<config_choice> choices;  ///< The challengers.

  std::uint64_t n() const { return static_cast<std::uint64_t>(problem.integer("n")); }

  /// "reduce[type=i32,n=1024,…]"
  std::string name() const;

  /// The config that the profile selects at this size, and its time in the profile; no time if the
  /// profile only has other configs' times there.
  const candidate& stored() const;
  std::optional<double> recorded_ns() const;

  /// The same in terms of a registry.
  size_to_check resolved(const registry& registry, const device_limits& limits,
                         const std::string& machine) const;
};

/// The tuned sizes of a profile, which must outlive them. Only those with the selected problems,
/// and only of families with selected variants, which are the challengers, as far as they can run
/// on the selection's backend, with its level of determinism. Throws usage_error if none is left,
/// and for a family or problem axis that this program does not have.
std::vector<checked_size> sizes_to_check(const registry& registry, const profile& profile,
                                         const selection& selection);

}  // namespace warpmark::tuning
