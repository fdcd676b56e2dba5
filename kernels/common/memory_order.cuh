#pragma once

#include "common/bit_cast.cuh"

// Loads and stores of words that several blocks access, of 4 or 8 bytes, relaxed ones also of 16. A
// relaxed access is atomic at the scope of the device. A release store comes after all accesses
// before it, an acquire load before all accesses after it.

namespace memory {

struct alignas(16) pair_of_words {
  unsigned long long low, high;
};

template <class T>
__device__ T load_relaxed(const T* from) {
  if constexpr (sizeof(T) == 4) {
    unsigned word;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    return common::bit_cast<T>(word);
  } else if constexpr (sizeof(T) == 16) {
    pair_of_words word;
    asm volatile(
        "{\n"
        ".reg .b128 both;\n"
        "ld.relaxed.gpu.b128 both, [%2];\n"
        "mov.b128 {%0, %1}, both;\n"
        "}"
        : "=l"(word.low), "=l"(word.high)
        : "l"(from)
        : "memory");
    return common::bit_cast<T>(word);
  } else {
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
    return common::bit_cast<T>(word);
  }
}

template <class T>
__device__ void store_relaxed(T* to, T value) {
  if constexpr (sizeof(T) == 4)
    asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(to), "r"(common::bit_cast<unsigned>(value))
                 : "memory");
  else if constexpr (sizeof(T) == 16) {
    const auto word = common::bit_cast<pair_of_words>(value);
    asm volatile(
        "{\n"
        ".reg .b128 both;\n"
        "mov.b128 both, {%1, %2};\n"
        "st.relaxed.gpu.b128 [%0], both;\n"
        "}" ::"l"(to),
        "l"(word.low), "l"(word.high)
        : "memory");
  } else
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(to),
                 "l"(common::bit_cast<unsigned long long>(value))
                 : "memory");
}

__device__ inline unsigned load_acquire(const unsigned* from) {
  unsigned word;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
  return word;
}

__device__ inline void store_release(unsigned* to, unsigned value) {
  asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

}  // namespace memory
