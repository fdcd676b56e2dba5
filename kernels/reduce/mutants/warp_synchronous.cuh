#include "common/operators.cuh"

// FAULT: the last warp relies on lockstep execution of its lanes, which does not hold since Volta.

namespace reduce::mutants {

template <class T, class Op>
__device__ void fold_last_warp(T* value, Op op) {
  const unsigned t = threadIdx.x;
  for (unsigned d = 32; d > 0; d /= 2) value[t] = op(value[t], value[t + d]);
}

template <class In, class Out, class Op, int block, bool shuffles>
__global__ void __launch_bounds__(block)
    tree_unroll_last_warp(const In* input, Out* partials, size_t n) {
  static_assert(block >= 64 && !shuffles);
  __shared__ typename Op::value value[block];
  Op op;
  const unsigned t = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * (2 * block) + t;
  const size_t second = first + block;
  auto mine = first < n ? op.lift(input[first], first) : Op::identity();
  if (second < n) mine = op(mine, op.lift(input[second], second));
  value[t] = mine;
  __syncthreads();

  for (unsigned d = block / 2; d > 32; d /= 2) {
    if (t < d) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t < 32) fold_last_warp(value, op);
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce::mutants
