#include "common/atomic_combine.cuh"
#include "common/block_fold.cuh"
#include "common/reduce_tile.cuh"

// Each block reduces its tile by shuffles, and its first thread adds the result to one global cell:
// one launch, and one atomic per block. The cell must hold the neutral element before the launch.

namespace reduce {

template <class In, class Out, class Op, int block, int items>
__global__ void __launch_bounds__(block) block_atomic(const In* input, Out* cell, size_t n) {
  __shared__ typename Op::value warp_value[block / 32];
  Op op;
  const auto value = common::block_fold<block>(common::reduce_tile<Op, block, items>(input, n, op),
                                               warp_value, op);
  if (threadIdx.x == 0) ops::atomic_combine(op, cell, value);
}

}  // namespace reduce
