#pragma once

#include <string>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// A C++17 header without dependencies with the profile's thresholds: one namespace per family with
/// `struct policy`, `select<Element>(n)`, and `dispatch<Element>(n, call)`, which calls with the
/// policy as a constant. docs/profiles.md shows its use.
///
/// `profile_name` is the profile's file, for the first comment. Throws usage_error if a config has
/// the value reserved for missing axes, or if two names become the same identifier.
std::string policy_header(const profile& profile, const std::string& profile_name);

}  // namespace warpmark::tuning
