#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bench/inspect/specification.hpp"

// What a launch of PTX need not say, because the PTX or the file beside it does.

namespace warpmark::inspect {

/// What Triton's compiler knows of a kernel and its PTX does not have: the JSON file beside it in
/// Triton's cache.
struct triton_metadata {
  std::string name = {};  ///< Of the kernel; empty if it is not stated.
  std::uint64_t warps = 0;
  std::uint64_t shared_bytes = 0;
  extent3 cluster;
  std::uint64_t global_scratch_bytes = 0;   ///< Per block.
  std::uint64_t profile_scratch_bytes = 0;  ///< Per block.
};

/// Whether a file may hold PTX, by its name: false for sources.
bool may_hold_ptx(const std::filesystem::path& path);

/// Metadata as text; `file` begins messages. Empty if it is not Triton's. Throws usage_error for
/// values out of range.
std::optional<triton_metadata> parse_triton_metadata(std::string_view text,
                                                     const std::string& file);

/// Of the file with the PTX's name and .json; empty if there is none, or if it is not Triton's.
/// Throws usage_error for values out of range.
std::optional<triton_metadata> read_triton_metadata(const std::filesystem::path& ptx);

/// Which parts of a launch are given.
struct given_parts {
  bool block = false, shared = false, cluster = false;
};

/// Completes the launch of a file with PTX, which is not yet among those of `specification`: its
/// entry by find_entry(); its block and cluster by .reqntid and .reqnctapercluster, else by
/// Triton's metadata; its dynamic shared memory by the metadata; and the scratch parameters that
/// Triton appends. Throws usage_error if there is no block.
void complete_ptx_launch(launch_definition& launch, const given_parts& given,
                         specification& specification);

}  // namespace warpmark::inspect
