#pragma once

// A barrier of all blocks of a grid, all of which must be resident at once: blocks that wait do not
// make room for others.

// `state` must be zeros, and is zeros again once all blocks have left, which the next launch finds.
// A second barrier of one launch needs a state of its own.
struct grid_barrier {
  unsigned arrived;
  unsigned left;

  __device__ static void wait(grid_barrier* state) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();  // what the block wrote comes before its arrival
      atomicAdd(&state->arrived, 1u);
      // A short sleep leaves the memory to those who still have work.
      while (*static_cast<volatile unsigned*>(&state->arrived) < gridDim.x) __nanosleep(32);
      __threadfence();  // what the block reads comes after everybody's arrival
      // atomicInc wraps to zero at the last block, which nobody waits behind any more.
      if (atomicInc(&state->left, gridDim.x - 1) == gridDim.x - 1) atomicExch(&state->arrived, 0u);
    }
    __syncthreads();
  }
};
