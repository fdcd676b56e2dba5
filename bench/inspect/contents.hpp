#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/inspect/buffer_definition.hpp"

namespace warpmark::inspect {

/// What stands in a buffer that is read before it is written, where the machine cannot tell.
inline constexpr std::byte poison{0xCD};

/// The first contents of a buffer. They depend on its definition, its name and `seed` alone.
/// Relative .npy files are in `folder` and read from `files`. Throws usage_error for a file that
/// does not fit.
std::vector<std::byte> make_contents(const buffer_definition& buffer, std::uint64_t seed,
                                     const std::filesystem::path& folder,
                                     const source_tree& files = {});

}  // namespace warpmark::inspect
