#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/warp_fold.cuh"

// As tree_first_add, but when no more than 64 slots are left, one warp takes the last six steps
// without barriers of the block. Since Volta the lanes of a warp need not run in lockstep, so they
// must be synchronised: by shuffles, which exchange registers, or by __syncwarp before and after
// each write to shared memory.

namespace reduce {

// Every lane of the first warp adds slot t + 32, then t + 16, and so on. Lanes t >= d add slots
// that no longer matter; this is cheaper than a test. The reads and writes of one slot must not
// race, hence two __syncwarp per step.
template <class T, class Op>
__device__ T fold_last_warp_in_shared(T* value, Op op) {
  const unsigned t = threadIdx.x;
  T mine = value[t];
  for (unsigned d = 32; d > 0; d /= 2) {
    mine = op(mine, value[t + d]);
    __syncwarp();
    value[t] = mine;
    __syncwarp();
  }
  return mine;
}

template <class In, class Out, class Op, int block, bool shuffles>
__global__ void __launch_bounds__(block)
    tree_unroll_last_warp(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[block < 64 ? 64 : block];
  Op op;
  const unsigned t = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * (2 * block) + t;
  const size_t second = first + block;
  dependent_launch::wait_and_trigger();
  auto mine = first < n ? op.lift(input[first], first) : Op::identity();
  if (second < n) mine = op(mine, op.lift(input[second], second));
  value[t] = mine;
  if (block < 64) value[t + 32] = Op::identity();
  __syncthreads();

  for (unsigned d = block / 2; d > 32; d /= 2) {
    if (t < d) value[t] = op(value[t], value[t + d]);
    __syncthreads();
  }
  if (t >= 32) return;
  if (shuffles)
    mine = warp::exchange_down::fold(op(value[t], value[t + 32]), op);
  else
    mine = fold_last_warp_in_shared(value, op);
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(mine);
}

}  // namespace reduce
