#include "common/operators.cuh"

// FAULT: threads past the end do nothing at all, so their slots keep their old contents, which the
// tree adds.

namespace reduce::mutants {

template <class In, class Out, class Op, int block, int items>
__global__ void __launch_bounds__(block) tree_sequential(const In* input, Out* partials, size_t n) {
  static_assert(items == 1);
  __shared__ typename Op::value value[block];
  Op op;
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * block + t;
  if (i < n) value[t] = op.lift(input[i], i);
  __syncthreads();
  for (unsigned d = block / 2; d > 0; d /= 2) {
    if (t < d) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce::mutants
