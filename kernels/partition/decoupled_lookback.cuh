#include "common/ticket.cuh"
#include "common/warp_scan.cuh"
#include "partition/split_tiles.cuh"
#include "scan/decoupled_lookback.cuh"

// One pass. A tile publishes how many of its elements go left, and looks back over the tiles before
// it as in scan/decoupled_lookback.cuh. Meanwhile its warps split their elements in shared memory,
// each in a buffer of its own.

namespace partition {

using place = unsigned long long;

// `zeroed` as in the scan: counters of blocks that have started and that have finished, in 32
// bytes, then one word of 8 bytes per tile; zeros at the start and, with `clears`, at the end.
template <class T, class Payload, class Delay, bool clears, int block, int rows>
__global__ void __launch_bounds__(block)
    decoupled_lookback(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                       size_t n, T pivot, place* counts, unsigned* zeroed) {
  using tiles = split_tiles<warp_split<T, Payload, rows>, block>;
  using split = typename tiles::split;
  constexpr int warps = block / 32;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ unsigned drawn, warp_left[warps], left_before[warps];
  __shared__ bool is_last;
  const tiles data({keys, payloads, keys_out, payloads_out, n, pivot});
  const scan::tile_statuses<unsigned> statuses(zeroed + 8, nullptr);
  const ops::sum<unsigned> sum;
  const unsigned last = gridDim.x - 1, warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  if (threadIdx.x == 0) drawn = common::draw_ticket(zeroed);
  __syncthreads();
  const unsigned tile = drawn;

  const auto piece = tiles::piece_of(dynamic);
  split elements{};
  const unsigned left = data.load_and_split(elements, piece, tile);
  if (lane == 0) warp_left[warp] = left;
  __syncthreads();

  if (warp == 0) {
    const unsigned own = lane < warps ? warp_left[lane] : 0;
    const unsigned upto = warp::inclusive_scan(own, sum);
    const unsigned all = warp::shuffle_from(upto, 31);
    const bool publishes = lane == 0 && tile != last;  // no tile reads the last one
    unsigned before = 0;
    if (tile != 0) {
      if (publishes) statuses.publish(tile, scan::known::aggregate, all);
      before = warp::shuffle_from(scan::look_back<Delay>(statuses, tile, sum), 0);
    }
    if (publishes) statuses.publish(tile, scan::known::inclusive, before + all);
    if (lane < warps) left_before[lane] = before + (upto - own);
    if (lane == 0 && tile == last) *counts = before + all;
  }
  __syncthreads();
  if (clears && threadIdx.x == 0) {
    __threadfence();  // all reads of statuses by this block, before the ticket
    is_last = common::draw_ticket(zeroed + 1) == last;
  }
  split::store(data.all, piece, left, data.present(tile), left_before[warp], tiles::first(tile));
  if constexpr (clears) {
    __syncthreads();
    if (is_last) statuses.clear(last);
  }
}

}  // namespace partition
