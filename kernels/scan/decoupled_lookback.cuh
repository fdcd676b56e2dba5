#include "common/ticket.cuh"
#include "common/warp_fold.cuh"
#include "scan/block_methods.cuh"
#include "scan/tile_status.cuh"

// One pass. A tile publishes its aggregate before it knows its prefix, and then looks back over the
// tiles before it: it adds their aggregates until it finds a tile with an inclusive prefix. So no
// tile waits for a chain of others, as in chained.cuh.
//
// Tiles are numbered in the order in which blocks start: the tile that is waited for is running,
// and publishes its aggregate without waiting. So there is no deadlock, however few blocks are
// resident.

namespace scan {

// The delay between two polls of statuses that are not all available. Polls cost bandwidth of the
// L2 cache; a status that arrives while a warp sleeps is seen late.
struct no_delay {
  __device__ void wait() {}
};

template <unsigned ns>
struct fixed_delay {
  __device__ void wait() { __nanosleep(ns); }
};

// Twice as long each time, up to 16 times.
template <unsigned ns>
struct backoff_delay {
  unsigned next = ns;
  __device__ void wait() {
    __nanosleep(next);
    if (next < 16 * ns) next *= 2;
  }
};

// The exclusive prefix of `tile`, returned in lane 0 of the calling warp. Not for the first tile.
template <class Delay, class Statuses, class Op>
__device__ typename Op::value look_back(const Statuses& statuses, unsigned tile, Op op) {
  using value = typename Op::value;
  const int lane = threadIdx.x % 32;
  value prefix = Op::identity();
  // A window of 32 tiles. Lanes are in the order of the tiles: lane 31 has the nearest.
  for (long long first = (long long)tile - 32;; first -= 32) {
    value seen = Op::identity();
    known kind = known::aggregate;  // before the first tile: the neutral element
    unsigned inclusive, missing;
    for (Delay delay;; delay.wait()) {
      if (first + lane >= 0) kind = statuses.read(first + lane, seen);
      inclusive = __ballot_sync(warp::all_lanes, kind == known::inclusive);
      missing = __ballot_sync(warp::all_lanes, kind == known::nothing);
      // As lane numbers: the last inclusive status comes after the last missing one, or none is
      // missing. A status missing before an inclusive one does not matter.
      if (inclusive >= missing) break;
    }
    const bool is_before_inclusive = inclusive >> lane > 1;
    if (is_before_inclusive) seen = Op::identity();
    prefix = op(warp::exchange_down::fold(seen, op), prefix);
    if (inclusive != 0) return prefix;
  }
}

// `zeroed`: counters of blocks that have started and that have finished, in 32 bytes, then the
// statuses; zeros at the start. With `clears` the last block restores the zeros. `values`: two per
// tile, if they do not fit the statuses.
template <class Tile, bool inclusive, class Delay, bool clears>
__global__ void __launch_bounds__(Tile::block)
    decoupled_lookback(const typename Tile::in* input, typename Tile::out* output, size_t n,
                       unsigned* zeroed, typename Tile::value* values) {
  using value = typename Tile::value;
  __shared__ typename Tile::storage shared;
  __shared__ unsigned drawn;
  __shared__ value before;
  __shared__ bool is_last;
  const unsigned last = gridDim.x - 1;
  const tile_statuses<value> statuses(zeroed + 8, values);

  if (threadIdx.x == 0) drawn = common::draw_ticket(zeroed);
  __syncthreads();
  const unsigned place = drawn;

  Tile tile(shared);
  tile.load(input, size_t(place) * Tile::size, n);
  const value total = tile.template scan<inclusive>();
  if (threadIdx.x < 32) {
    const bool publishes = threadIdx.x == 0 && place != last;  // no tile reads the last one
    value prefix = tile.op.identity();
    if (place != 0) {
      if (publishes) statuses.publish(place, known::aggregate, total);
      prefix = look_back<Delay>(statuses, place, tile.op);
    }
    if (publishes) statuses.publish(place, known::inclusive, tile.op(prefix, total));
    if (threadIdx.x == 0) before = prefix;
  }
  __syncthreads();
  if (clears && threadIdx.x == 0) is_last = common::is_last_block(zeroed + 1);  // to read statuses
  tile.add(before);
  tile.store(output, size_t(place) * Tile::size, n);
  if constexpr (clears) {
    __syncthreads();
    if (is_last) statuses.clear(last);
  }
}

}  // namespace scan
