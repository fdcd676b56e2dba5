#include "reduce/grid_finish.cuh"
#include "reduce/grid_fold.cuh"

// Reduces at the bandwidth of memory: vectors of up to 16 bytes, several in flight per thread, a
// resident grid, and the result after one launch.

namespace reduce {

template <class In, class Out, class Op, int block, int vector_bytes, int unroll, class Finish>
__global__ void __launch_bounds__(block) vectorised(const In* input, Out* output, size_t n,
                                                    typename Op::value* partials, unsigned* state) {
  __shared__ typename Op::value warp_value[block / 32];
  Op op;
  Finish::begin(state);
  memory::prefetch_translation(output);
  // A block that only collects starts first.
  const unsigned collectors = Finish::has_collector && gridDim.x > 1 ? 1 : 0;
  const unsigned blocks = gridDim.x - collectors;
  auto value = Op::identity();
  if (blockIdx.x >= collectors) {
    value =
        grid_fold<Op, block, vector_bytes, unroll>(input, n, blockIdx.x - collectors, blocks, op);
  } else {
    if constexpr (Finish::has_collector) value = Finish::template collect<block>(blocks, state, op);
  }
  value = common::block_fold<block>(value, warp_value, op);
  if (gridDim.x == 1) {
    if (threadIdx.x == 0) *output = op.template lower<Out>(value);
    return;
  }
  Finish::template finish<block>(value, output, partials, state, op);
}

}  // namespace reduce
