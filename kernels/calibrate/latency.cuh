#include "common/memory_order.cuh"
#include "common/ticket.cuh"

// Chains of dependent memory operations. The latency of one operation is the cycles of a chain
// divided by its length. Thread 0 of one block writes the cycles; storing the end of the chain
// keeps the compiler from removing it.

namespace calibrate {

using link = unsigned long long;

// Links hold the addresses of links, so that nothing is computed between two loads. The size of the
// ring selects the level of the memory hierarchy.
__device__ link follow(link at) { return *reinterpret_cast<const link*>(at); }

// Each lane of a warp walks from its own start: a step takes as long as the slowest of its loads.
__global__ void chase_global(const link* starts, int warm_steps, int steps, long long* cycles,
                             link* end) {
  link at = starts[threadIdx.x];
  for (int i = 0; i < warm_steps; ++i) at = follow(at);
  if (at == 0) return;  // the last load of the warm-up has returned
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) at = follow(at);
  if (at == 0) return;
  const long long stop = clock64();
  if (threadIdx.x != 0) return;
  *cycles = stop - begin;
  *end = at;
}

// One word for each thread. Each block writes the cycles from its beginning until its threads have
// theirs.
__global__ void first_loads(const unsigned* words, long long* cycles, unsigned* end) {
  const long long begin = clock64();
  const unsigned word = words[blockIdx.x * blockDim.x + threadIdx.x];
  if (word != 0) *end = word;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

// A ring of byte offsets in shared memory. All lanes walk it together.
__global__ void chase_shared(int steps, long long* cycles, unsigned* end) {
  constexpr unsigned slots = 256;
  __shared__ unsigned ring[slots];
  for (unsigned i = threadIdx.x; i < slots; i += blockDim.x) ring[i] = (i + 1) % slots * 4;
  __syncthreads();
  unsigned at = 0;
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; ++i)
    at = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(ring) + at);
  if (at >= slots * 4) return;
  const long long stop = clock64();
  if (threadIdx.x != 0) return;
  *cycles = stop - begin;
  *end = at;
}

// Barriers have no result; program order alone makes the chain.
__global__ void chase_barrier(int steps, long long* cycles, unsigned* end) {
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) __syncthreads();
  const long long stop = clock64();
  if (threadIdx.x != 0) return;
  *cycles = stop - begin;
  *end = steps;
}

// A store, and a fence between the blocks of the device.
__global__ void chase_fence(unsigned* cell, int steps, long long* cycles, unsigned* end) {
  const long long begin = clock64();
#pragma unroll 4
  for (int i = 0; i < steps; ++i) {
    *reinterpret_cast<volatile unsigned*>(cell) = i;
    __threadfence();
  }
  *cycles = clock64() - begin;
  *end = steps;
}

// Each addend is what the previous addition returned.
__global__ void chase_atomic(unsigned* cell, int steps, long long* cycles, unsigned* end) {
  unsigned value = 1;
  const long long begin = clock64();
#pragma unroll 4
  for (int i = 0; i < steps; ++i) value = atomicAdd(cell, value) | 1u;
  if (value == 0) return;
  *cycles = clock64() - begin;
  *end = value;
}

// One warp per block, which loads a word per lane as a look-back does: the words of 32 consecutive
// blocks. After each load for whose number `mask` has no bit it stores its own word: blocks do so
// at different times. `sums`: the blocks' cycles, and how many have ended; zeros at both ends.
__global__ void poll_words(link* words, int steps, unsigned mask, link* sums, long long* mean,
                           link* end) {
  const unsigned lane = threadIdx.x;
  const link* const from = words + blockIdx.x + lane;
  link* const own = words + blockIdx.x + 32;
  link offset = 0;
  const long long begin = clock64();
  for (int i = 0; i < steps; ++i) {
    const link seen = memory::load_relaxed(from + offset);
    offset = __any_sync(~0u, seen >> 63 != 0);  // never
    if (lane == 0 && ((blockIdx.x + i) & mask) == 0) memory::store_relaxed(own, link(i));
  }
  if (lane != 0) return;
  atomicAdd(sums, link(clock64() - begin));
  if (!common::is_last_block(reinterpret_cast<unsigned*>(sums + 1))) return;
  *mean = static_cast<long long>(atomicExch(sums, 0) / gridDim.x);
  *end = offset;
}

}  // namespace calibrate
