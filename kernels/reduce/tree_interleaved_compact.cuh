#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/reduce_tile.cuh"

// Strides 1, 2, 4, … with the work packed into the lowest threads: thread t handles slot 2dt. No
// divergence, but a warp's slots are 2d words apart, so up to 32 lanes conflict on one bank. With
// `padded`, one unused word after every 32 avoids the conflicts.

namespace reduce {

template <bool padded>
__device__ constexpr unsigned slot(unsigned i) {
  return padded ? i + i / 32 : i;
}

template <class In, class Out, class Op, int block, int items, bool padded>
__global__ void __launch_bounds__(block)
    tree_interleaved_compact(const In* input, Out* partials, size_t n) {
  __shared__ typename Op::value value[slot<padded>(block - 1) + 1];
  Op op;
  const unsigned t = threadIdx.x;
  dependent_launch::wait_and_trigger();
  value[slot<padded>(t)] = common::reduce_tile<Op, block, items>(input, n, op);
  __syncthreads();

  for (unsigned d = 1; d < block; d *= 2) {
    const unsigned i = 2 * d * t;
    if (i < block) {
      auto& left = value[slot<padded>(i)];
      left = op(left, value[slot<padded>(i + d)]);
    }
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = op.template lower<Out>(value[0]);
}

}  // namespace reduce
