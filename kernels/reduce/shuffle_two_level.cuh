#include "common/dependent_launch.cuh"
#include "common/operators.cuh"
#include "common/reduce_tile.cuh"
#include "common/warp_fold.cuh"
#include "common/warp_redux.cuh"

// 1024 = 32 * 32: each warp reduces in registers, the warps' results pass through shared memory,
// and one warp reduces those. One barrier, whatever the block size. With `every_warp`, each warp
// performs the second level redundantly, so that all of them have the result without another
// barrier.

namespace reduce {

template <class In, class Out, class Op, int block, int items, class Exchange, bool every_warp>
__global__ void __launch_bounds__(block)
    shuffle_two_level(const In* input, Out* partials, size_t n) {
  constexpr unsigned warps = block / 32;
  __shared__ typename Op::value warp_value[warps];
  Op op;
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp_index = threadIdx.x / 32;

  dependent_launch::wait_and_trigger();
  auto value = common::reduce_tile<Op, block, items>(input, n, op);
  value = Exchange::fold(value, op);
  if (lane == 0) warp_value[warp_index] = value;
  __syncthreads();

  if (every_warp || warp_index == 0) {
    value = lane < warps ? warp_value[lane] : Op::identity();
    value = Exchange::fold(value, op);
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = op.template lower<Out>(value);
}

}  // namespace reduce
