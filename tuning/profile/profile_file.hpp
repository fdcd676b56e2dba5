#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The profile as bench/journal/profile.schema.json defines it.
journal::json to_json(const profile& profile);

/// The reverse. Throws usage_error with the place, the value and what was expected: for another
/// schema version, missing values, values of another type, and steps or sizes that do not ascend.
/// Unknown keys are ignored. `path` is for messages.
profile profile_from_json(const journal::json& from, const std::filesystem::path& path);

/// A profile as itself, several as a set, which bench/journal/profile_set.schema.json defines.
journal::json to_json(std::span<const profile> profiles);

/// The reverse: the profiles of a set, or the only one of another profile. Throws usage_error
/// likewise, and for a set with two profiles of one kind of card.
std::vector<profile> profiles_from_json(const journal::json& from,
                                        const std::filesystem::path& path);

/// Whether a file begins like a profile or a set of them. Throws usage_error if it cannot be read.
bool is_profile(const std::filesystem::path& path);

/// Both throw usage_error naming the path if it cannot be read or written.
std::vector<profile> read_profiles(const std::filesystem::path& path);
void write_profile(const profile& profile, const std::filesystem::path& path);

}  // namespace warpmark::tuning
