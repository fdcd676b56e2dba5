#include "common/atomic_combine.cuh"
#include "common/dependent_launch.cuh"
#include "common/reduce_tile.cuh"
#include "common/warp_fold.cuh"

// Every thread adds to the cell of its own block; the cells are reduced afterwards. The cell is in
// global memory (`cells` must hold neutral elements before the launch) or in shared memory.

namespace reduce {

template <class In, class Out, class Op, int block, int items, bool shared_cell, bool by_warp>
__global__ void __launch_bounds__(block) atomic_per_block(const In* input, Out* cells, size_t n) {
  Op op;
  __shared__ typename Op::value block_cell;
  auto* cell = shared_cell ? &block_cell : cells + blockIdx.x;
  if constexpr (shared_cell) {
    if (threadIdx.x == 0) block_cell = Op::identity();
    __syncthreads();
  }

  dependent_launch::wait_and_trigger();
  auto value = common::reduce_tile<Op, block, items>(input, n, op);
  if constexpr (by_warp) {
    value = warp::exchange_down::fold(value, op);
    if (threadIdx.x % 32 == 0) ops::atomic_combine(op, cell, value);
  } else {
    ops::atomic_combine(op, cell, value);
  }

  if constexpr (shared_cell) {
    __syncthreads();
    if (threadIdx.x == 0) cells[blockIdx.x] = block_cell;
  }
}

}  // namespace reduce
