#pragma once

#include <string>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// A C++17 header without dependencies that holds the profile's thresholds: a namespace a family
/// with `struct policy`, `select<Element>(n)`, and `dispatch<Element>(n, call)`, which calls with
/// the policy as a constant. docs/profiles.md shows its use.
///
/// `profile_name` is the file it is made from, for its first comment. Throws usage_error if a
/// config's value is the one that stands for an axis that a variant does not have, or if two names
/// become the same identifier.
std::string policy_header(const profile& profile, const std::string& profile_name);

}  // namespace warpmark::tuning
