#include "simt/model/occupancy.hpp"

#include <algorithm>

namespace warpmark::model {
namespace {

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

}  // namespace

int resident_blocks(const device_limits& limits, int registers, std::uint32_t block_threads,
                    std::size_t shared_bytes) {
  if (block_threads == 0 || block_threads > static_cast<unsigned>(limits.max_threads_per_block))
    return 0;
  if (shared_bytes > limits.max_shared_bytes_per_block_optin) return 0;
  const std::size_t warps = (block_threads + 31) / 32;
  auto blocks = static_cast<std::size_t>(limits.max_blocks_per_multiprocessor);
  blocks = std::min(blocks,
                    static_cast<std::size_t>(limits.max_threads_per_multiprocessor) / (warps * 32));
  if (registers > 0) {
    const std::size_t per_warp = round_up(static_cast<std::size_t>(registers) * 32, 256);
    // Each of the four partitions has a quarter of the registers, and holds complete warps.
    const std::size_t partition = static_cast<std::size_t>(limits.registers_per_multiprocessor) / 4;
    blocks = std::min(blocks, partition / per_warp * 4 / warps);
  }
  // The system reserves some shared memory per block on devices where one block cannot use all of a
  // multiprocessor's.
  const std::size_t reserved =
      std::min<std::size_t>(1024, limits.shared_bytes_per_multiprocessor -
                                      std::min(limits.shared_bytes_per_multiprocessor,
                                               limits.max_shared_bytes_per_block_optin));
  // Units of shared memory: 256 bytes on Volta and Turing, 128 since Ampere (cuda_occupancy.h).
  const int architecture = limits.architecture_number();
  const std::size_t unit = architecture > 0 && architecture < 80 ? 256 : 128;
  const std::size_t taken = round_up(shared_bytes + reserved, unit);
  if (taken == 0) return static_cast<int>(blocks);
  return static_cast<int>(std::min(blocks, limits.shared_bytes_per_multiprocessor / taken));
}

}  // namespace warpmark::model
