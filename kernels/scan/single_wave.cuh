#include "common/post_rows.cuh"
#include "common/warp_scan.cuh"
#include "scan/vector_tile.cuh"

// One tile per block, all of them resident. Each block scans its tile in registers, posts the
// tile's total to all blocks after it, and sums what it has been posted. One more warp posts and
// sums, so that the others scan in the meantime.

namespace scan {

template <class In, class Out, class Op, bool inclusive, int block, int rows, int blocks_per_sm>
__global__ void __launch_bounds__(block + 32, blocks_per_sm)
    single_wave(const In* input, Out* output, size_t n, unsigned* state,
                typename Op::value* posted) {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  constexpr unsigned warps = block / 32;
  __shared__ value warp_total[warps], shared_before;

  const unsigned warp_index = threadIdx.x / 32, lane = threadIdx.x % 32;
  Op op;
  if (warp_index == warps) {
    const common::post_rows<value> posts(state, posted);
    posts.prefetch();
    __syncthreads();
    if (gridDim.x == 1) return;
    const value own = lane < warps ? warp_total[lane] : Op::identity();
    posts.post(warp::total_of(own, op));
    const value before = posts.take(op);
    if (lane == 0) shared_before = before;
    __syncthreads();
    return;
  }

  const tiles data(input, output, n);
  typename tiles::vector_in fetched[rows];
  data.fetch(fetched, blockIdx.x);
  memory::prefetch_translation(output + size_t(blockIdx.x) * tiles::size);
  typename tiles::registers mine;
  data.lift(mine, fetched, blockIdx.x, op);
  mine.scan_lanes(op);
  value total;
  if constexpr (warp::has_redux<Op>)
    total = mine.total(op);
  else
    total = mine.scan_warp(op);
  if (lane == 0) warp_total[warp_index] = total;
  __syncthreads();
  if constexpr (warp::has_redux<Op>) mine.scan_warp(op);

  const value earlier = lane < warp_index ? warp_total[lane] : Op::identity();
  value before = warp::total_of(earlier, op);
  if (gridDim.x > 1) {
    __syncthreads();
    before = op(shared_before, before);
  }
  data.template store<inclusive>(mine, blockIdx.x, before, op);
}

}  // namespace scan
