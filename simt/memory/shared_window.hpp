#pragma once

#include <cstdint>

// Addresses of the shared memory of a cluster's blocks, 32 bits: an offset, and above it the rank
// of the block plus one. 0 there means the block's own memory, so shared::cta addresses are
// shared::cluster addresses too.

namespace warpmark::simt {

inline constexpr unsigned shared_offset_bits = 24;
inline constexpr std::uint32_t shared_offset_mask = (1u << shared_offset_bits) - 1;

inline std::uint32_t rank_of(std::uint32_t address, std::uint32_t own) {
  const std::uint32_t block = address >> shared_offset_bits;
  return block == 0 ? own : block - 1;
}
inline bool is_own(std::uint32_t address, std::uint32_t own) {
  return rank_of(address, own) == own;
}
inline std::uint32_t in_block(std::uint32_t address, std::uint32_t rank) {
  return (address & shared_offset_mask) | ((rank + 1) << shared_offset_bits);
}

}  // namespace warpmark::simt
