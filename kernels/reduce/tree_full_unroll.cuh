#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/unrolled_tree.cuh"

// As tree_unroll_last_warp, with every step of the tree unrolled for a block size known at compile
// time: no loop counter, no loop condition.

namespace reduce {

template <class In, class Out, class Op, int block>
__global__ void __launch_bounds__(block)
    tree_full_unroll(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block];
  Op op;
  const size_t first = size_t(blockIdx.x) * (2 * block) + threadIdx.x;
  const size_t second = first + block;
  dependent_launch::wait_and_trigger();
  auto mine = first < n ? op.lift(input[first], first) : Op::identity();
  if (second < n) mine = op(mine, op.lift(input[second], second));

  mine = common::unrolled_tree<block>(mine, value, op);
  if (threadIdx.x == 0) partials[blockIdx.x] = op.template lower<Out>(mine);
}

}  // namespace reduce
