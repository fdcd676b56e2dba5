#include "common/dependent_launch.cuh"
#include "common/operators.cuh"

// As tree_sequential, but each thread combines two elements `block` apart while loading: half the
// blocks, and no thread that only loads. Elements from n on count as the neutral element.

namespace reduce {

template <class In, class Out, class Op, int block>
__global__ void __launch_bounds__(block) tree_first_add(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block];
  Op op;
  const unsigned t = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * (2 * block) + t;
  const size_t second = first + block;
  dependent_launch::wait_and_trigger();
  auto mine = first < n ? op.lift(input[first], first) : Op::identity();
  if (second < n) mine = op(mine, op.lift(input[second], second));
  value[t] = mine;
  __syncthreads();

  for (unsigned d = block / 2; d > 0; d /= 2) {
    if (t < d) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce
