#pragma once

#include "common/ticket.cuh"

// A barrier of all blocks of a grid. All of them must be resident at once: a waiting block does not
// make room for another.

namespace common {

// `state` must be zeros before the launch and is zeros again after it. A second barrier in one
// launch needs its own state.
struct grid_barrier {
  unsigned arrived;
  unsigned left;

  __device__ static void wait(grid_barrier* state) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();  // the block's writes before its arrival
      atomicAdd(&state->arrived, 1u);
      // A short sleep leaves memory bandwidth to the blocks that still work.
      while (*static_cast<volatile unsigned*>(&state->arrived) < gridDim.x) __nanosleep(32);
      __threadfence();  // the arrivals before the block's reads
      // No block waits any more after the last one has left.
      if (draw_ticket(&state->left) == gridDim.x - 1) atomicExch(&state->arrived, 0u);
    }
    __syncthreads();
  }
};

}  // namespace common
