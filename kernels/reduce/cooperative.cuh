#include "common/block_fold.cuh"
#include "common/grid_barrier.cuh"
#include "common/operators.cuh"

// One launch of a resident grid: each block reduces its columns, a grid barrier follows, and the
// first block reduces the partial results. The register bound for `blocks_per_sm` blocks guarantees
// that the grid is resident.

namespace reduce {

template <class In, class Out, class Op, int block, int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    cooperative(const In* input, Out* output, size_t n, typename Op::value* partials,
                common::grid_barrier* barrier) {
  __shared__ typename Op::value warp_value[block / 32];
  Op op;
  auto value = Op::identity();
  const size_t threads = size_t(gridDim.x) * block;
  for (size_t i = size_t(blockIdx.x) * block + threadIdx.x; i < n; i += threads)
    value = op(value, op.lift(input[i], i));
  value = common::block_fold<block>(value, warp_value, op);
  if (threadIdx.x == 0) partials[blockIdx.x] = value;

  common::grid_barrier::wait(barrier);
  if (blockIdx.x != 0) return;

  value = Op::identity();
  for (unsigned i = threadIdx.x; i < gridDim.x; i += block) value = op(value, partials[i]);
  value = common::block_fold<block>(value, warp_value, op);
  if (threadIdx.x == 0) *output = op.template lower<Out>(value);
}

}  // namespace reduce
