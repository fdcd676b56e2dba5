#pragma once

#include <cstdint>

namespace warpmark::simt {

/// A number whose bits depend on all bits of another one.
inline std::uint64_t mixed_bits(std::uint64_t value) {
  value = (value ^ value >> 31) * 0x9e3779b97f4a7c15;
  return value ^ value >> 29;
}

}  // namespace warpmark::simt
