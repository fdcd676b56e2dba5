#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/reduce_tile.cuh"

// Strides block/2, …, 2, 1: thread t < d adds slot t + d to its own slot. Active threads and slots
// are both consecutive: neither divergence (except in the last warp) nor bank conflicts.

namespace reduce {

template <class In, class Out, class Op, int block, int items>
__global__ void __launch_bounds__(block) tree_sequential(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block];
  Op op;
  const unsigned t = threadIdx.x;
  dependent_launch::wait_and_trigger();
  value[t] = common::reduce_tile<Op, block, items>(input, n, op);
  __syncthreads();

  for (unsigned d = block / 2; d > 0; d /= 2) {
    if (t < d) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce
