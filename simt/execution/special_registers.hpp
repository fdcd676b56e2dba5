#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/launch_shape.hpp"
#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {

/// The inputs of special registers.
struct launch_position {
  extent3 grid, block;
  extent3 cluster = {1, 1, 1};
  extent3 block_index = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t multiprocessors = 1;
  std::size_t dynamic_shared_bytes = 0;
  std::size_t static_shared_bytes = 0;
  std::uint64_t grid_workspace = 0;
  bool explicit_cluster = false;
};

/// Bytes of each block's shared memory that the system reserves from sm_80 on. Here they follow the
/// block's own memory. They hold the barriers of cooperative groups, which must be zero when the
/// block starts.
inline constexpr std::uint64_t reserved_shared_bytes = 1024;
inline std::uint64_t reserved_shared_begin(std::uint64_t own_bytes) {
  return (own_bytes + 127) / 128 * 128;
}

/// Whether special_value() knows the name ("%tid.x").
bool is_special(std::string_view name);

/// Whether the value depends on the block.
bool depends_on_block(std::string_view name);

std::uint64_t special_value(std::string_view name, const launch_position& at, unsigned lane);

/// Fills the slots of one warp's register file.
void write_specials(const kernel_program& program, const launch_position& at, std::byte* registers);

/// Fills the slots that depend on the block, for all warps of a block. Such values are the same in
/// all lanes. The warps' register files are consecutive.
void write_block_specials(const kernel_program& program, const launch_position& at,
                          std::byte* registers, std::size_t warps);

}  // namespace warpmark::simt
