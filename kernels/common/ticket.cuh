#pragma once

// The block that finishes last does the rest: it is found by a ticket, a counter in global memory
// that is zero before and after each launch.

namespace common {

// The next of the numbers 0 to gridDim.x - 1, the last of which wraps the ticket to zero.
__device__ inline unsigned draw_ticket(unsigned* ticket) {
  return atomicInc(ticket, gridDim.x - 1);
}

// Whether all other blocks have called before, each by one thread. The fence orders the accesses of
// the calling thread before its call; a barrier of the block before it extends that to the block.
__device__ inline bool is_last_block(unsigned* ticket) {
  __threadfence();
  return draw_ticket(ticket) == gridDim.x - 1;
}

}  // namespace common
