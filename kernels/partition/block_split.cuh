#pragma once

#include "common/warp_scan.cuh"
#include "partition/end_counters.cuh"
#include "partition/warp_ballot.cuh"

// The tile of one block, `items` elements per thread; each warp has consecutive ones. Counts the
// elements of the tile, and of the warps before, that go left and right.

namespace partition {

// Two counts of at most 2^16 - 1 in one word, so that one scan covers both.
struct two_counts {
  unsigned word;
  __device__ static two_counts of(unsigned left, unsigned right) { return {right << 16 | left}; }
  __device__ unsigned left() const { return word & 0xffff; }
  __device__ unsigned right() const { return word >> 16; }
};

template <class T, class Payload, int block, int items>
struct block_split {
  using key = T;
  using payload = Payload;
  using data_type = records<T, Payload>;
  static constexpr int warps = block / 32;
  static constexpr unsigned size = block * items;

  struct storage {
    unsigned warp_counts[warps], warp_before[warps];
    two_counts all;
    claim places;
  };

  const data_type& data;
  storage& shared;
  size_t first;  // of the tile
  warp_ballots<T, Payload, items> ballots;

  __device__ block_split(const data_type& of, storage& memory, size_t tile)
      : data(of),
        shared(memory),
        first(tile * size),
        ballots(of, first + threadIdx.x / 32 * 32 * items) {}

  // `claim_places(counts of the tile)` returns where its runs begin; one thread calls it.
  template <class Claim>
  __device__ void count(Claim claim_places) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) shared.warp_counts[warp] = two_counts::of(ballots.left, ballots.right).word;
    __syncthreads();
    if (warp == 0) {
      const unsigned own = lane < warps ? shared.warp_counts[lane] : 0;
      const unsigned upto = warp::inclusive_scan(own, ops::sum<unsigned>());
      if (lane < warps) shared.warp_before[lane] = upto - own;
      if (lane == 31) {
        shared.all = {upto};
        shared.places = claim_places(shared.all);
      }
    }
    __syncthreads();
  }

  __device__ two_counts before() const { return {shared.warp_before[threadIdx.x / 32]}; }
};

// Each thread stores its own elements directly.
struct placed_directly {
  template <class Tile>
  __device__ static void place(const Tile& tile, void*) {
    const auto& to = tile.shared.places;
    const two_counts before = tile.before();
    tile.ballots.place(
        to.left_begin + before.left(), to.right_begin + before.right(),
        [&](partition::place at, const auto& record) { tile.data.store(at, record); });
  }
};

// The tile's left and right parts become two runs in shared memory first, which the block then
// stores coalesced.
struct compacted_in_shared {
  template <class Tile>
  __device__ static void place(const Tile& tile, void* dynamic) {
    using records = typename Tile::data_type;
    auto* keys = static_cast<typename Tile::key*>(dynamic);
    auto* payloads = reinterpret_cast<typename Tile::payload*>(keys + Tile::size);
    const records run{keys, payloads, keys, payloads, Tile::size, tile.data.pivot};
    const auto& to = tile.shared.places;
    const two_counts before = tile.before(), all = tile.shared.all;
    tile.ballots.place(before.left(), all.left() + before.right(),
                       [&](unsigned at, const auto& record) { run.store(at, record); });
    __syncthreads();
    const unsigned left = all.left(), present = left + all.right();
    for (unsigned i = threadIdx.x; i < present; i += blockDim.x)
      tile.data.store(i < left ? to.left_begin + i : to.right_begin + (i - left), run.load(i));
  }
};

}  // namespace partition
