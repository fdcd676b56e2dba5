#pragma once

#include "common/bulk_copy.cuh"
#include "common/vectors.cuh"
#include "reduce/tile_schedule.cuh"

// A ring of stages in shared memory, filled by bulk copies and emptied by the computing warps:
// loads in flight occupy neither registers nor load instructions. One lane of a dedicated warp
// requests the stages, each with one tile of the input. Elements outside full vectors are loaded
// directly.

namespace reduce {

template <class In, class Op, int block, int stage_bytes, int stages, class Schedule>
struct bulk_ring {
  using vector = common::vector_of<In, 16>;
  static constexpr int stage_vectors = stage_bytes / 16;
  static constexpr int each = stage_vectors / block;  // vectors per thread and stage
  static_assert(stage_vectors % block == 0);

  struct storage {
    bulk::barrier full[stages];   // a stage has arrived
    bulk::barrier empty[stages];  // all computing warps have read it
    size_t tile[stages];
    typename Schedule::storage schedule;
  };

  const common::vector_span<In, 16> span;
  storage& shared;
  vector* ring;  // [stages][stage_vectors]
  Op op;
  unsigned taken = 0;  // tiles of this block

  // Called by one thread, before a barrier of the block.
  __device__ void init() {
    for (auto& barrier : shared.full) bulk::init(barrier, 1);
    for (auto& barrier : shared.empty) bulk::init(barrier, block / 32);
    Schedule::init(shared.schedule);
  }

  __device__ size_t tiles() const { return (span.vectors + stage_vectors - 1) / stage_vectors; }

  // The number of vectors of a tile, which may be past the last one.
  __device__ unsigned count(size_t tile) const {
    const size_t first = tile * stage_vectors;
    if (first >= span.vectors) return 0;
    const size_t left = span.vectors - first;
    return left < stage_vectors ? unsigned(left) : stage_vectors;
  }

  // Called by one lane.
  __device__ void request(unsigned* counter) {
    Schedule schedule(tiles(), shared.schedule, counter);
    size_t tile;
    unsigned turn = 0;
    do {
      tile = schedule.next();
      const unsigned stage = turn % stages;
      if (turn >= stages) bulk::wait(shared.empty[stage], (turn / stages - 1) % 2);
      shared.tile[stage] = tile;
      const unsigned bytes = tile == no_tile ? 0 : count(tile) * 16;
      bulk::arrive_and_expect(shared.full[stage], bytes);
      if (bytes != 0)
        bulk::load(ring + stage * stage_vectors, span.wide + tile * stage_vectors, bytes,
                   shared.full[stage]);
      ++turn;
    } while (tile != no_tile);
  }

  __device__ typename Op::value fold() {
    typename Op::value sum[each];
#pragma unroll
    for (int v = 0; v < each; ++v) sum[v] = Op::identity();
    for (;; ++taken) {
      const unsigned stage = taken % stages;
      bulk::wait(shared.full[stage], taken / stages % 2);
      const size_t tile = shared.tile[stage];
      if (tile == no_tile) break;
      const unsigned present = count(tile);
#pragma unroll
      for (int v = 0; v < each; ++v) {
        const unsigned i = v * block + threadIdx.x;
        if (i < present)
          sum[v] = common::fold_vector(op, sum[v], ring[stage * stage_vectors + i],
                                       span.place(tile * stage_vectors + i));
      }
      __syncwarp();
      if (threadIdx.x % 32 == 0) bulk::arrive(shared.empty[stage]);
    }
#pragma unroll
    for (int v = 1; v < each; ++v) sum[0] = op(sum[0], sum[v]);
    return sum[0];
  }

  // What the calling thread of `block` + 32 has of the array's n elements.
  __device__ typename Op::value run(const In* input, size_t n, unsigned* counter) {
    if (threadIdx.x == 0) init();
    __syncthreads();
    auto value = Op::identity();
    if (threadIdx.x < block) {
      value = fold();
      const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
      if (thread < span.head) value = op(value, op.lift(input[thread], thread));
      const size_t tail = span.tail_begin + thread;
      if (tail < n) value = op(value, op.lift(input[tail], tail));
    } else if (threadIdx.x == block) {
      request(counter);
    }
    return value;
  }
};

}  // namespace reduce
