#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The profile of a tuning, made from its journal alone: from the finals and the measurements
/// across sizes in cache state `state`, without those at the held-out sizes. `margin`: the gain
/// below which a base is kept. Throws usage_error as make_profiles does.
profile profile_of_tuning(const std::filesystem::path& journal, const std::string& state,
                          double margin, const std::vector<std::uint64_t>& held_out);

}  // namespace warpmark::tuning
