#include "simt/model/occupancy.hpp"

#include <algorithm>

namespace warpmark::model {
namespace {

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

// Two per block that fits; on 11.0 and 12.x one (cuda_occupancy.h).
std::size_t named_barriers_of(const device_limits& limits) {
  const auto blocks = static_cast<std::size_t>(limits.max_blocks_per_multiprocessor);
  return limits.architecture_number() < 110 ? 2 * blocks : blocks;
}

}  // namespace

std::size_t taken_shared_bytes(const device_limits& limits, std::size_t shared_bytes) {
  // The system reserves some shared memory per block on devices where one block cannot use all of a
  // multiprocessor's.
  const std::size_t reserved =
      std::min<std::size_t>(1024, limits.shared_bytes_per_multiprocessor -
                                      std::min(limits.shared_bytes_per_multiprocessor,
                                               limits.max_shared_bytes_per_block_optin));
  // Units of shared memory: 256 bytes on Volta and Turing, 128 since Ampere (cuda_occupancy.h).
  const int architecture = limits.architecture_number();
  const std::size_t unit = architecture > 0 && architecture < 80 ? 256 : 128;
  return round_up(shared_bytes + reserved, unit);
}

int resident_blocks(const device_limits& limits, int registers, std::uint32_t block_threads,
                    std::size_t shared_bytes, int named_barriers) {
  if (block_threads == 0 || block_threads > static_cast<unsigned>(limits.max_threads_per_block))
    return 0;
  if (shared_bytes > limits.max_shared_bytes_per_block_optin) return 0;
  const std::size_t warps = (block_threads + 31) / 32;
  auto blocks = static_cast<std::size_t>(limits.max_blocks_per_multiprocessor);
  blocks = std::min(blocks,
                    static_cast<std::size_t>(limits.max_threads_per_multiprocessor) / (warps * 32));
  const int architecture = limits.architecture_number();
  if (architecture >= 90 && named_barriers > 1)
    blocks = std::min(blocks, named_barriers_of(limits) / static_cast<std::size_t>(named_barriers));
  if (registers > 0) {
    const std::size_t per_warp = round_up(static_cast<std::size_t>(registers) * 32, 256);
    // Each of the four partitions has a quarter of the registers, and holds complete warps.
    const std::size_t partition = static_cast<std::size_t>(limits.registers_per_multiprocessor) / 4;
    blocks = std::min(blocks, partition / per_warp * 4 / warps);
  }
  const std::size_t taken = taken_shared_bytes(limits, shared_bytes);
  if (taken == 0) return static_cast<int>(blocks);
  return static_cast<int>(std::min(blocks, limits.shared_bytes_per_multiprocessor / taken));
}

}  // namespace warpmark::model
