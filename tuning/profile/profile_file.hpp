#pragma once

#include <filesystem>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The profile as bench/journal/profile.schema.json defines it.
journal::json to_json(const profile& profile);

/// The reverse. Throws usage_error with the place, the value and what was expected: for another
/// schema version, missing values, values of another type, and steps or sizes that do not ascend.
/// Unknown keys are ignored. `path` is for messages.
profile profile_from_json(const journal::json& from, const std::filesystem::path& path);

/// Both throw usage_error naming the path if it cannot be read or written.
profile read_profile(const std::filesystem::path& path);
void write_profile(const profile& profile, const std::filesystem::path& path);

}  // namespace warpmark::tuning
