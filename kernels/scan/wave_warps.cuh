#pragma once

#include "common/bulk_copy.cuh"
#include "common/ticket.cuh"

// The warp roles of a resident grid that processes tiles in waves. Most warps compute. Three more
// request tiles, post what other blocks need to know of them, and gather what other blocks have
// posted. Warps synchronise by barriers in shared memory, never all at once.

namespace scan {

// `stages` tiles in a ring that bulk copies fill; results of `kept` tiles between their reduction
// and their store.
template <int stages, int kept>
struct wave_barriers {
  bulk::barrier full[stages];   // a tile has arrived
  bulk::barrier empty[stages];  // all computing warps have finished with it
  bulk::barrier reduced[kept];  // all computing warps have reduced (or counted) it
  bulk::barrier ready[kept];    // its prefixes are there

  // Called by one thread, before a barrier of the block.
  __device__ void init(int computing_warps) {
    for (auto& barrier : full) bulk::init(barrier, 1);
    for (auto& barrier : empty) bulk::init(barrier, computing_warps);
    for (auto& barrier : reduced) bulk::init(barrier, computing_warps);
    for (auto& barrier : ready) bulk::init(barrier, 1);
  }
};

// All lanes have finished a step; one lane arrives for the warp.
__device__ inline void arrive_for_warp(bulk::barrier& barrier) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) bulk::arrive(barrier);
}

// The tiles of one block: tile blockIdx.x of each wave of gridDim.x tiles.
struct wave_share {
  unsigned waves;  // of the grid
  unsigned mine;   // that have a tile for this block: all, or all but the last

  __device__ explicit wave_share(size_t tiles) {
    waves = unsigned((tiles + gridDim.x - 1) / gridDim.x);
    mine = waves == 0 ? 0 : waves - (tile_of(waves - 1) >= tiles);
  }
  __device__ static size_t tile_of(unsigned wave) { return size_t(wave) * gridDim.x + blockIdx.x; }
};

// Runs `algorithm` by `block` computing threads and three warps more, after its barriers have been
// initialised. The last block to finish, which `shared.is_last` tells, clears the board.
template <int block, class Algorithm>
__device__ void run_wave_warps(Algorithm& algorithm, unsigned* ticket) {
  __syncthreads();
  switch (threadIdx.x < block ? 0 : threadIdx.x / 32 - block / 32 + 1) {
    case 0:
      algorithm.compute();
      break;
    case 1:
      if (threadIdx.x % 32 == 0) algorithm.request();
      break;
    case 2:
      algorithm.post();
      break;
    default:
      algorithm.gather_prefixes();
      if (threadIdx.x % 32 == 0) algorithm.shared.is_last = common::is_last_block(ticket);
  }
  __syncthreads();
  if (algorithm.shared.is_last) algorithm.board.clear();
}

}  // namespace scan
