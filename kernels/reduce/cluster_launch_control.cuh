#include "reduce/bulk_ring.cuh"
#include "reduce/grid_finish.cuh"

// One block per tile, most of which never start: running blocks take over their tiles.

namespace reduce {

// How many blocks have started, and how many tiles are reduced; zeros before and after.
struct started_blocks {
  unsigned blocks, tiles;
};

// The block has one warp more than `block`. `partials` has room for one value per block.
template <class In, class Out, class Op, int block, int stage_bytes, int stages>
__global__ void __launch_bounds__(block + 32)
    cluster_launch_control(const In* input, Out* output, size_t n, typename Op::value* partials,
                           started_blocks* started) {
  using pipeline = bulk_ring<In, Op, block, stage_bytes, stages, canceled_blocks>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename pipeline::storage shared;
  __shared__ typename Op::value warp_value[block / 32 + 1];
  __shared__ bool is_last;
  Op op;
  unsigned place;
  if (threadIdx.x == 0) place = atomicAdd(&started->blocks, 1u);
  pipeline ring{common::vector_span<In, 16>(input, n), shared,
                reinterpret_cast<typename pipeline::vector*>(dynamic)};
  const auto value = common::block_fold<block + 32>(ring.run(input, n, nullptr), warp_value, op);

  // Blocks that never start leave no other trace than their tiles.
  if (threadIdx.x == 0) {
    partials[place] = value;
    __threadfence();
    is_last = atomicAdd(&started->tiles, ring.taken) + ring.taken == gridDim.x;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();  // the tiles before the others' partial results
  const unsigned blocks = memory::load_relaxed(&started->blocks);
  fold_partials<block + 32>(partials, blocks, output, op);
  if (threadIdx.x == 0) *started = {0, 0};
}

}  // namespace reduce
