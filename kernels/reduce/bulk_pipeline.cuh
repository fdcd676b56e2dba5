#include "common/bulk_copy.cuh"
#include "common/vectors.cuh"
#include "reduce/grid_finish.cuh"

// A ring of stages in shared memory, filled by bulk copies and emptied by the computing warps:
// loads in flight occupy neither registers nor load instructions. One lane of a dedicated warp
// requests the stages. Elements outside full vectors are loaded directly.

namespace reduce {

template <class In, class Op, int block, int stage_bytes, int stages>
struct bulk_ring {
  using vector = common::vector_of<In, 16>;
  static constexpr int stage_vectors = stage_bytes / 16;
  static constexpr int each = stage_vectors / block;  // vectors per thread and stage
  static_assert(stage_vectors % block == 0);

  struct barriers {
    bulk::barrier full[stages];   // a stage has arrived
    bulk::barrier empty[stages];  // all computing warps have read it
  };

  const common::vector_span<In, 16> span;
  barriers& shared;
  vector* ring;  // [stages][stage_vectors]
  Op op;

  __device__ size_t first(unsigned turn) const {
    return (size_t(turn) * gridDim.x + blockIdx.x) * stage_vectors;
  }
  // The number of vectors of the block's `turn`th stage; 0 after the last one.
  __device__ unsigned count(unsigned turn) const {
    if (first(turn) >= span.vectors) return 0;
    const size_t left = span.vectors - first(turn);
    return left < stage_vectors ? unsigned(left) : stage_vectors;
  }

  // Called by one lane.
  __device__ void request() {
    for (unsigned turn = 0; count(turn) != 0; ++turn) {
      const unsigned stage = turn % stages;
      if (turn >= stages) bulk::wait(shared.empty[stage], (turn / stages - 1) % 2);
      bulk::arrive_and_expect(shared.full[stage], count(turn) * 16);
      bulk::load(ring + stage * stage_vectors, span.wide + first(turn), count(turn) * 16,
                 shared.full[stage]);
    }
  }

  __device__ typename Op::value fold() {
    typename Op::value sum[each];
#pragma unroll
    for (int v = 0; v < each; ++v) sum[v] = Op::identity();
    for (unsigned turn = 0; count(turn) != 0; ++turn) {
      const unsigned stage = turn % stages;
      bulk::wait(shared.full[stage], turn / stages % 2);
#pragma unroll
      for (int v = 0; v < each; ++v) {
        const unsigned i = v * block + threadIdx.x;
        if (i < count(turn))
          sum[v] = common::fold_vector(op, sum[v], ring[stage * stage_vectors + i],
                                       span.place(first(turn) + i));
      }
      __syncwarp();
      if (threadIdx.x % 32 == 0) bulk::arrive(shared.empty[stage]);
    }
#pragma unroll
    for (int v = 1; v < each; ++v) sum[0] = op(sum[0], sum[v]);
    return sum[0];
  }
};

// The block has one warp more than `block`.
template <class In, class Out, class Op, int block, int stage_bytes, int stages>
__global__ void __launch_bounds__(block + 32)
    bulk_pipeline(const In* input, Out* output, size_t n, typename Op::value* partials,
                  unsigned* ticket) {
  using pipeline = bulk_ring<In, Op, block, stage_bytes, stages>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename pipeline::barriers shared;
  __shared__ typename Op::value warp_value[block / 32 + 1];
  Op op;
  pipeline ring{common::vector_span<In, 16>(input, n), shared,
                reinterpret_cast<typename pipeline::vector*>(dynamic)};
  if (threadIdx.x == 0) {
    for (auto& barrier : shared.full) bulk::init(barrier, 1);
    for (auto& barrier : shared.empty) bulk::init(barrier, block / 32);
  }
  __syncthreads();

  auto value = Op::identity();
  if (threadIdx.x < block) {
    value = ring.fold();
    const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
    if (thread < ring.span.head) value = op(value, op.lift(input[thread], thread));
    const size_t tail = ring.span.tail_begin + thread;
    if (tail < n) value = op(value, op.lift(input[tail], tail));
  } else if (threadIdx.x == block) {
    ring.request();
  }
  value = common::block_fold<block + 32>(value, warp_value, op);
  finish_by_ticket::finish<block + 32>(value, output, partials, ticket, op);
}

}  // namespace reduce
