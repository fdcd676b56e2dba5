#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/unrolled_tree.cuh"

// A grid of fixed size iterates over the input: in each iteration a thread adds two elements
// `block` apart. The more iterations, the smaller the share of the final tree: with n/log n threads
// the work is that of the serial loop, and the depth still logarithmic (Brent's theorem).

namespace reduce {

template <class In, class Out, class Op, int block>
__global__ void __launch_bounds__(block) tree_multi_add(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block];
  Op op;
  auto mine = Op::identity();
  const size_t stride = size_t(gridDim.x) * (2 * block);
  dependent_launch::wait_and_trigger();
  for (size_t i = size_t(blockIdx.x) * (2 * block) + threadIdx.x; i < n; i += stride) {
    mine = op(mine, op.lift(input[i], i));
    if (i + block < n) mine = op(mine, op.lift(input[i + block], i + block));
  }

  mine = common::unrolled_tree<block>(mine, value, op);
  if (threadIdx.x == 0) partials[blockIdx.x] = op.template lower<Out>(mine);
}

}  // namespace reduce
