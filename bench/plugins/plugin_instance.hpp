#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "include/warpmark/plugin.h"
#include "variants/contract/family.hpp"

namespace warpmark::plugins {

/// The inputs of a problem, and the check of its outputs as the family says. Relative .npy files
/// are in `folder`. Throws usage_error if the plugin fails.
std::unique_ptr<problem_instance> instance_of(const warpmark_family& family, const problem& problem,
                                              std::uint64_t seed,
                                              const std::filesystem::path& folder);

}  // namespace warpmark::plugins
