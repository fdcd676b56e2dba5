#pragma once

#include <span>
#include <string>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// A C++17 header without dependencies with the profiles' thresholds: one namespace per card, in it
/// one per family with `struct policy`, `select<Element>(n)`, and `dispatch<Element>(n, call)`,
/// which calls with the policy as a constant. With several profiles also `kind_of`, which tells the
/// namespace of a card. docs/profiles.md shows its use.
///
/// `profile_name` is the profiles' file, for the first comment. Throws usage_error if a config has
/// the value reserved for missing axes, or if two names become the same identifier.
std::string policy_header(std::span<const profile> profiles, const std::string& profile_name);

}  // namespace warpmark::tuning
