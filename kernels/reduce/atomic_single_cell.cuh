#include "common/atomic_combine.cuh"
#include "common/reduce_tile.cuh"
#include "common/warp_fold.cuh"

// Every thread adds its elements to one global cell. With `by_warp`, a warp reduces first and only
// its first lane adds. The cell must hold the neutral element before the launch.

namespace reduce {

template <class In, class Out, class Op, int block, int items, bool by_warp>
__global__ void __launch_bounds__(block) atomic_single_cell(const In* input, Out* cell, size_t n) {
  Op op;
  auto value = common::reduce_tile<Op, block, items>(input, n, op);
  if constexpr (by_warp) {
    value = warp::exchange_down::fold(value, op);
    if (threadIdx.x % 32 == 0) ops::atomic_combine(op, cell, value);
  } else {
    const size_t first = size_t(blockIdx.x) * (block * items) + threadIdx.x;
    if (first < n) ops::atomic_combine(op, cell, value);
  }
}

}  // namespace reduce
