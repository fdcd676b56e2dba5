#include "reduce/bulk_ring.cuh"
#include "reduce/grid_finish.cuh"

// Reduces what bulk copies bring into a ring in shared memory, in a resident grid.

namespace reduce {

// The block has one warp more than `block`. `counter`: zero before and after.
template <class In, class Out, class Op, int block, int stage_bytes, int stages, class Schedule,
          class Finish>
__global__ void __launch_bounds__(block + 32)
    bulk_pipeline(const In* input, Out* output, size_t n, typename Op::value* partials,
                  unsigned* state, unsigned* counter) {
  using pipeline = bulk_ring<In, Op, block, stage_bytes, stages, Schedule>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename pipeline::storage shared;
  __shared__ typename Op::value warp_value[block / 32 + 1];
  Op op;
  pipeline ring{common::vector_span<In, 16>(input, n), shared,
                reinterpret_cast<typename pipeline::vector*>(dynamic)};
  const auto value = common::block_fold<block + 32>(ring.run(input, n, counter), warp_value, op);
  Finish::template finish<block + 32>(value, output, partials, state, op);
}

}  // namespace reduce
