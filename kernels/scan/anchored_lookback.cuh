#include "common/ticket.cuh"
#include "common/warp_fold.cuh"
#include "scan/block_methods.cuh"
#include "scan/tile_status.cuh"

// One pass, with an order of additions that depends on indices only. Every `period`th tile is an
// anchor. Anchors publish inclusive prefixes, and all other tiles their aggregates, each of them
// once. A tile combines what the tiles from the last anchor before it on have published, all of it
// and in the order of the tiles, however late any of it arrives. So results are equal bit by bit in
// every execution, unlike those of decoupled_lookback.cuh. The price is a chain of the anchors.
//
// Tiles are numbered in the order in which blocks start: a tile that is waited for is running.

namespace scan {

// The exclusive prefix of `tile`, in lane 0 of the calling warp. Not for the first tile. Each lane
// reads consecutive tiles, all of them at a time: the anchor, which comes last, is not waited for
// before the others are read.
template <int period, class Statuses, class Op>
__device__ typename Op::value prefix_from_anchor(const Statuses& statuses, unsigned tile, Op op) {
  constexpr unsigned each = (period + 31) / 32;
  const unsigned first = (tile - 1) / period * period + threadIdx.x % 32 * each;
  typename Op::value seen[each];
  bool waits;
  do {
    waits = false;
#pragma unroll
    for (unsigned j = 0; j < each; ++j)
      if (first + j < tile) waits |= statuses.read(first + j, seen[j]) == known::nothing;
  } while (waits);
  auto folded = Op::identity();
#pragma unroll
  for (unsigned j = 0; j < each; ++j)
    if (first + j < tile) folded = op(folded, seen[j]);
  __syncwarp();
  return warp::exchange_down::fold(folded, op);
}

// `zeroed`: a ticket in 32 bytes, then the statuses; zeros at the start. `values`: two per tile, if
// they do not fit the statuses.
template <class Tile, bool inclusive, int period>
__global__ void __launch_bounds__(Tile::block)
    anchored_lookback(const typename Tile::in* input, typename Tile::out* output, size_t n,
                      unsigned* zeroed, typename Tile::value* values) {
  using value = typename Tile::value;
  __shared__ typename Tile::storage shared;
  __shared__ unsigned drawn;
  __shared__ value before;
  const tile_statuses<value> statuses(zeroed + 8, values);

  if (threadIdx.x == 0) drawn = common::draw_ticket(zeroed);
  __syncthreads();
  const unsigned place = drawn;

  Tile tile(shared);
  tile.load(input, size_t(place) * Tile::size, n);
  const value total = tile.template scan<inclusive>();
  if (threadIdx.x < 32) {
    const bool publishes = threadIdx.x == 0 && place + 1 != gridDim.x;  // no tile reads the last
    const bool is_anchor = place % period == 0;
    if (publishes && !is_anchor) statuses.publish(place, known::aggregate, total);
    value prefix = tile.op.identity();
    if (place != 0) prefix = prefix_from_anchor<period>(statuses, place, tile.op);
    if (publishes && is_anchor) statuses.publish(place, known::inclusive, tile.op(prefix, total));
    if (threadIdx.x == 0) before = prefix;
  }
  __syncthreads();
  tile.add(before);
  tile.store(output, size_t(place) * Tile::size, n);
}

}  // namespace scan
