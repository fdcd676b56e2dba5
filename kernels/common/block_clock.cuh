#pragma once

// Cycles from the start of a block's first warp to the end of its last one. Warps do not start
// together: the last one may start when others are half done.

namespace common {

struct block_clock {
  long long begun[32], ended[32];

  __device__ void begin() {
    const long long now = clock64();
    if (threadIdx.x % 32 == 0) begun[threadIdx.x / 32] = now;
  }
  __device__ void end() {
    const long long now = clock64();
    if (threadIdx.x % 32 == 0) ended[threadIdx.x / 32] = now;
  }
  // Called by one thread, after a barrier.
  __device__ long long cycles() const {
    long long first = begun[0], last = ended[0];
    for (unsigned w = 1; w < blockDim.x / 32; ++w) {
      first = begun[w] < first ? begun[w] : first;
      last = ended[w] > last ? ended[w] : last;
    }
    return last - first;
  }
};

}  // namespace common
