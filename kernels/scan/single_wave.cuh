#include "common/post_rows.cuh"
#include "common/warp_scan.cuh"
#include "scan/vector_tile.cuh"

// One tile per block, all of them resident. Each block scans its tile in registers, posts the
// tile's total to all blocks after it, and sums what it has been posted.

namespace scan {

template <class In, class Out, class Op, bool inclusive, int block, int rows, int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    single_wave(const In* input, Out* output, size_t n, unsigned* state,
                typename Op::value* posted) {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  constexpr unsigned warps = block / 32;
  __shared__ value warp_total[warps];
  __shared__ value shared_before;

  const tiles data(input, output, n);
  const common::post_rows<value> posts(state, posted);
  const unsigned warp_index = threadIdx.x / 32, lane = threadIdx.x % 32;
  Op op;
  posts.prefetch();
  typename tiles::vector_in fetched[rows];
  data.fetch(fetched, blockIdx.x);
  typename tiles::registers mine;
  data.lift(mine, fetched, blockIdx.x, op);
  const value total = mine.scan(op);
  if (lane == 0) warp_total[warp_index] = total;
  __syncthreads();

  // Every warp scans the totals by itself, which saves a barrier.
  const value of_lane = lane < warps ? warp_total[lane] : Op::identity();
  const value upto = warp::inclusive_scan(of_lane, op);
  value before = Op::identity();
  if (gridDim.x > 1) {
    posts.post(warp::shuffle_from(upto, warps - 1));
    if (warp_index == 0) {
      before = posts.take(op);
      if (lane == 0) shared_before = before;
    }
    __syncthreads();
    before = shared_before;
  }
  const value earlier = warp::shuffle_from(upto, (warp_index + 31) % 32);
  if (warp_index > 0) before = op(before, earlier);
  data.template store<inclusive>(mine, blockIdx.x, before, op);
}

}  // namespace scan
