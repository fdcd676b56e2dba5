#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/inspect/buffer_definition.hpp"

namespace warpmark::inspect {

/// The contents of uninitialised buffers on devices that do not detect reads of them.
inline constexpr std::byte poison{0xCD};

/// The initial contents of a buffer. They depend only on its definition, its name and `seed`.
/// Relative .npy files are in `folder` and read from `files`. Throws usage_error for a file that
/// does not fit.
std::vector<std::byte> make_contents(const buffer_definition& buffer, std::uint64_t seed,
                                     const std::filesystem::path& folder,
                                     const source_tree& files = {});

}  // namespace warpmark::inspect
