#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/reduce_tile.cuh"

// Strides 1, 2, 4, …: thread t adds its right neighbour if t is a multiple of 2d. No bank
// conflicts, but the active threads are spread over all warps until the last five steps.

namespace reduce {

template <class In, class Out, class Op, int block, int items, bool use_modulo>
__global__ void __launch_bounds__(block)
    tree_interleaved_divergent(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block];
  Op op;
  const unsigned t = threadIdx.x;
  dependent_launch::wait_and_trigger();
  value[t] = common::reduce_tile<Op, block, items>(input, n, op);
  __syncthreads();

  for (unsigned d = 1; d < block; d *= 2) {
    const bool works = use_modulo ? t % (2 * d) == 0 : (t & (2 * d - 1)) == 0;
    if (works) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce
