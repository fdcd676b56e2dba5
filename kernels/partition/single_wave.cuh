#include "common/post_rows.cuh"
#include "common/warp_scan.cuh"
#include "partition/split_tiles.cuh"

// One tile per block, all of them resident. A block's warps split their elements in shared memory;
// it posts how many go left to all blocks after it, and sums what it has been posted.

namespace partition {

using place = unsigned long long;

template <class T, class Payload, int block, int rows, int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    single_wave(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                size_t n, T pivot, place* counts, unsigned* state) {
  using tiles = split_tiles<warp_split<T, Payload, rows>, block>;
  using split = typename tiles::split;
  constexpr unsigned warps = block / 32;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ unsigned warp_left[warps], shared_before;
  const tiles data({keys, payloads, keys_out, payloads_out, n, pivot});
  const common::post_rows<unsigned> posts(state, nullptr);
  const ops::sum<unsigned> sum;
  const unsigned tile = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  if (warp == 0) posts.prefetch();
  const auto piece = tiles::piece_of(dynamic);
  split elements{};
  const unsigned left = data.load_and_split(elements, piece, tile);
  if (lane == 0) warp_left[warp] = left;
  __syncthreads();

  const unsigned own = lane < warps ? warp_left[lane] : 0;
  const unsigned upto = warp::inclusive_scan(own, sum);
  const unsigned all = warp::shuffle_from(upto, 31);
  unsigned before = 0;
  if (gridDim.x > 1) {
    if (warp == 0) {
      posts.post(all);
      before = posts.take(sum);
      if (lane == 0) shared_before = before;
    }
    __syncthreads();
    before = shared_before;
  }
  if (threadIdx.x == 0 && tile + 1 == gridDim.x) *counts = before + all;
  before += warp::shuffle_from(upto - own, warp);
  split::store(data.all, piece, left, data.present(tile), before, tiles::first(tile));
}

}  // namespace partition
