#include "common/reduce_tile.cuh"
#include "reduce/grid_finish.cuh"

// One tile per block. The block that finishes last reduces the partial results.

namespace reduce {

template <class In, class Out, class Op, int block, int items>
__global__ void __launch_bounds__(block)
    last_block(const In* input, Out* output, size_t n, typename Op::value* partials,
               unsigned* ticket) {
  __shared__ typename Op::value warp_value[block / 32];
  Op op;
  auto value = common::reduce_tile<Op, block, items>(input, n, op);
  value = common::block_fold<block>(value, warp_value, op);
  finish_by_ticket::finish<block>(value, output, partials, ticket, op);
}

}  // namespace reduce
