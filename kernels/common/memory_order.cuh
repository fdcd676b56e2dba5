#pragma once

#include "common/bit_cast.cuh"

// Loads and stores of words that several blocks access, of 4 or 8 bytes. A relaxed access is atomic
// at the scope of the device. A release store comes after all accesses before it, an acquire load
// before all accesses after it.

namespace memory {

template <class T>
__device__ T load_relaxed(const T* from) {
  if constexpr (sizeof(T) == 4) {
    unsigned word;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
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
  else
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
