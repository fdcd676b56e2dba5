#include "common/block_fold.cuh"
#include "common/cluster.cuh"
#include "reduce/grid_fold.cuh"

// One cluster: its blocks reduce their shares and pass the results to the first block through its
// shared memory. Only the input and the result are in global memory.

namespace reduce {

template <class In, class Out, class Op, int block, int vector_bytes, int unroll>
__global__ void __launch_bounds__(block) cluster(const In* input, Out* output, size_t n) {
  __shared__ typename Op::value warp_value[block / 32];
  __shared__ typename Op::value block_value[32];
  Op op;
  block_cluster::arrive();  // no block may write to one that has not started
  auto value = grid_fold<Op, block, vector_bytes, unroll>(input, n, blockIdx.x, gridDim.x, op);
  value = common::block_fold<block>(value, warp_value, op);
  block_cluster::wait();

  if (threadIdx.x == 0)
    *block_cluster::in_block(&block_value[block_cluster::block_rank()], 0) = value;
  block_cluster::arrive();
  if (block_cluster::block_rank() != 0) return;
  block_cluster::wait();
  if (threadIdx.x < 32) {
    value = threadIdx.x < block_cluster::block_count() ? block_value[threadIdx.x] : Op::identity();
    value = warp::exchange_down::fold(value, op);
    if (threadIdx.x == 0) *output = op.template lower<Out>(value);
  }
}

}  // namespace reduce
