#include "common/block_fold.cuh"
#include "scan/block_methods.cuh"
#include "scan/helped_status.cuh"

// Decoupled look-back that depends on no other block's progress. A block that finds a predecessor's
// status missing after `polls` reads reduces that predecessor's tile itself, and publishes the
// aggregate for others unless there is one by then. A block does so at most once per predecessor,
// so that each one ends whatever the others do: no tickets, no order in which blocks must start,
// and no need that two of them run at the same time.

namespace scan {

// Combines the statuses of tiles `next`, `next` - 1, ... with `prefix`, which lane 0 has. Returns
// -1 if `prefix` is complete, or else the nearest tile whose status is missing.
template <int polls, class Statuses, class Op>
__device__ int look_back_or_miss(const Statuses& statuses, int next, typename Op::value& prefix,
                                 Op op) {
  const int lane = threadIdx.x % 32;
  // A window of 32 tiles. Lanes are in the order of the tiles: lane 31 has the nearest.
  for (; next >= 0; next -= 32) {
    const int read = next - 31 + lane;
    auto seen = Op::identity();
    known kind = known::aggregate;  // before the first tile: the neutral element
    unsigned inclusive, missing;
    for (int poll = 0; poll < polls; ++poll) {
      if (read >= 0) kind = statuses.read(read, seen);
      inclusive = __ballot_sync(warp::all_lanes, kind == known::inclusive);
      missing = __ballot_sync(warp::all_lanes, kind == known::nothing);
      if (inclusive >= missing) break;
    }
    // As lane numbers: what comes after the last missing status counts, from the last inclusive one
    // on.
    const bool misses = missing > inclusive;
    const bool counts = misses ? missing >> lane == 0 : inclusive >> lane <= 1;
    if (!counts) seen = Op::identity();
    prefix = op(warp::exchange_down::fold(seen, op), prefix);
    if (misses) return next - __clz(missing);
    if (inclusive != 0) break;
  }
  return -1;
}

// The aggregate of a tile, in thread 0. Each thread reduces consecutive elements, so that the order
// is kept.
template <class Tile, class Op>
__device__ typename Op::value reduce_tile_of_other(const typename Tile::in* input, size_t n,
                                                   int other, typename Op::value* warp_value,
                                                   Op op) {
  constexpr unsigned each = Tile::size / Tile::block;
  const size_t first = size_t(other) * Tile::size + threadIdx.x * each;
  auto folded = Op::identity();
  for (size_t i = first; i < first + each && i < n; ++i) folded = op(folded, op.lift(input[i], i));
  return common::block_fold<Tile::block>(folded, warp_value, op);
}

// `statuses`: zeros at the start. `values`: three per tile, if they do not fit the statuses.
template <class Tile, bool inclusive, int polls>
__global__ void __launch_bounds__(Tile::block)
    decoupled_fallback(const typename Tile::in* input, typename Tile::out* output, size_t n,
                       unsigned* zeroed, typename Tile::value* values) {
  using value = typename Tile::value;
  __shared__ typename Tile::storage shared;
  __shared__ value warp_value[Tile::block / 32];
  __shared__ value before;
  __shared__ int missing;
  const int place = blockIdx.x;
  const helped_statuses<value> statuses(zeroed, values, gridDim.x);

  Tile tile(shared);
  tile.load(input, size_t(place) * Tile::size, n);
  const value total = tile.template scan<inclusive>();
  const bool publishes = threadIdx.x == 0 && place + 1 != gridDim.x;  // no tile reads the last one
  if (publishes && place != 0) statuses.publish(place, known::aggregate, total);

  value prefix = tile.op.identity();  // in thread 0
  for (int next = place - 1;;) {
    if (threadIdx.x < 32) {
      const int missed = look_back_or_miss<polls>(statuses, next, prefix, tile.op);
      if (threadIdx.x == 0) {
        missing = missed;
        before = prefix;
      }
    }
    __syncthreads();
    const int other = missing;
    if (other < 0) break;
    const value aggregate = reduce_tile_of_other<Tile>(input, n, other, warp_value, tile.op);
    if (threadIdx.x == 0) {
      statuses.publish_for_other(other, aggregate);
      prefix = tile.op(aggregate, prefix);
    }
    next = other - 1;
    __syncwarp();  // the reduction has a barrier only if there are several warps
  }
  if (publishes) statuses.publish(place, known::inclusive, tile.op(prefix, total));
  tile.add(before);
  tile.store(output, size_t(place) * Tile::size, n);
}

}  // namespace scan
