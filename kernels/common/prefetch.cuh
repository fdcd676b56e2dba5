#pragma once

namespace memory {

// Begins to fetch the sector of 32 bytes of that address into L2. A word that several blocks
// access through L2 is in memory when a kernel begins; the fetch overlaps with that of the input.
__device__ inline void prefetch(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

// Begins to translate that address, for a store that comes much later. One thread per block does
// it.
__device__ inline void prefetch_translation(const void* address) {
  if (threadIdx.x == 0) prefetch(address);
}

}  // namespace memory
