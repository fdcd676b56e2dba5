#pragma once

#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/reduce_tile.cuh"
#include "common/warp_fold.cuh"

// Each block reduces one tile of block * items elements: the upstroke of reduce-then-scan.
// Neighbouring lanes read neighbouring elements. If the order matters, a warp owns 32 * items
// consecutive elements and reduces them row by row.

namespace scan {

template <class Op, int block, int items, class In>
__device__ typename Op::value fold_rows(const In* input, size_t n, Op op) {
  const size_t warp_first = size_t(blockIdx.x) * (block * items) + threadIdx.x / 32 * (32 * items);
  auto folded = Op::identity();
  for (int row = 0; row < items; ++row) {
    const size_t i = warp_first + row * 32 + threadIdx.x % 32;
    const auto element = i < n ? op.lift(input[i], i) : Op::identity();
    folded = op(folded, warp::exchange_down::fold(element, op));
  }
  return folded;
}

template <class In, class Op, int block, int items>
__global__ void __launch_bounds__(block)
    reduce_tiles(const In* input, size_t n, typename Op::value* totals) {
  constexpr unsigned warps = block / 32;
  __shared__ typename Op::value warp_total[warps];
  Op op;
  const unsigned lane = threadIdx.x % 32;
  dependent_launch::wait_and_trigger();
  auto value = Op::identity();
  if constexpr (Op::commutative)
    value = warp::exchange_down::fold(common::reduce_tile<Op, block, items>(input, n, op), op);
  else
    value = fold_rows<Op, block, items>(input, n, op);
  if (lane == 0) warp_total[threadIdx.x / 32] = value;
  __syncthreads();

  if (threadIdx.x >= 32) return;
  value = lane < warps ? warp_total[lane] : Op::identity();
  value = warp::exchange_down::fold(value, op);
  if (lane == 0) totals[blockIdx.x] = value;
}

}  // namespace scan
