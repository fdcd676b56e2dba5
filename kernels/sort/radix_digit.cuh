#pragma once

// Radix sorts split keys into digits of 8 bits.

namespace sort {

constexpr int radix_digits = 256;

// The digit that is byte `byte` of an ordered key.
__device__ inline unsigned radix_digit(unsigned key, unsigned byte) {
  return __byte_perm(key, 0, 0x4440 + byte);
}
__device__ inline unsigned radix_digit(unsigned long long key, unsigned byte) {
  return __byte_perm(unsigned(key), unsigned(key >> 32), byte) & (radix_digits - 1);
}

}  // namespace sort
