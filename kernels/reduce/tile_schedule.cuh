#pragma once

#include "common/launch_control.cuh"

// Which tiles a block takes, one after another, as one lane asks for them. A tile's request runs
// while the tile before it is used.

namespace reduce {

constexpr size_t no_tile = ~size_t(0);

// Every gridDim.x-th tile: equal shares.
struct fixed_share {
  struct storage {};
  __device__ static void init(storage&) {}

  size_t tiles, following;

  __device__ fixed_share(size_t count, storage&, unsigned*) : tiles(count), following(blockIdx.x) {}

  __device__ size_t next() {
    const size_t tile = following;
    following += gridDim.x;
    return tile < tiles ? tile : no_tile;
  }
};

// After the first tile, the next one that no block has taken: a block that gets less of the
// memory's bandwidth takes fewer. Each block claims once for each of its tiles and once more, so
// that the last claim of the grid wraps the counter to zero.
struct claimed_tiles {
  struct storage {};
  __device__ static void init(storage&) {}

  size_t tiles, following;
  unsigned* counter;

  __device__ claimed_tiles(size_t count, storage&, unsigned* claims)
      : tiles(count), following(blockIdx.x), counter(claims) {}

  __device__ size_t next() {
    const size_t tile = following;
    following = size_t(gridDim.x) + atomicInc(counter, unsigned(tiles) + gridDim.x - 1);
    return tile < tiles ? tile : no_tile;
  }
};

// Of a grid with one block per tile: a block's own tile, then those of blocks that have not
// started.
struct canceled_blocks {
  using storage = launch_control::mailbox;
  __device__ static void init(storage& box) { bulk::init(box.arrived, 1); }

  storage& box;
  unsigned answers = 0;
  bool is_first = true;

  __device__ canceled_blocks(size_t, storage& memory, unsigned*) : box(memory) {
    launch_control::ask(box);
  }

  __device__ size_t next() {
    if (is_first) {
      is_first = false;
      return blockIdx.x;
    }
    unsigned block;
    if (!launch_control::answer(box, answers++, block)) return no_tile;
    launch_control::ask(box);
    return block;
  }
};

}  // namespace reduce
