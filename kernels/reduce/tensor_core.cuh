#include "common/mma.cuh"
#include "common/vectors.cuh"
#include "reduce/grid_finish.cuh"

// Sums by the tensor cores: a matrix of elements times one of ones has the sum of a row in each of
// its columns, and the accumulator adds up the products of all tiles. A sum does not depend on the
// places of its elements, so a lane's vector of 16 bytes is its part of A as it was loaded: one
// product adds the 512 bytes of a warp.

namespace reduce {

// The sum of the block's share of the tiles of block * unroll vectors, and of the elements outside
// full vectors that go to the first threads. Each thread has a part.
template <class Op, int block, int unroll, class In>
__device__ typename Op::value tensor_fold(const In* input, size_t n, Op op) {
  using vector = common::vector_of<In, 16>;
  const common::vector_span<In, 16> span(input, n);
  constexpr size_t tile = size_t(block) * unroll;
  const unsigned ones[2] = {mma::ones<In>, mma::ones<In>};
  typename Op::value sum[unroll][4] = {};
  size_t first = blockIdx.x * tile;
  for (; first + tile <= span.vectors; first += gridDim.x * tile) {
    vector loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = span.wide[first + u * block + threadIdx.x];
#pragma unroll
    for (int u = 0; u < unroll; ++u) mma::multiply_add<In>(sum[u], loaded[u].words_, ones);
  }
  // The last tile may be partial: zeros from the end on.
  if (first < span.vectors) {
#pragma unroll
    for (int u = 0; u < unroll; ++u) {
      const size_t i = first + u * block + threadIdx.x;
      const vector loaded = i < span.vectors ? span.wide[i] : vector{};
      mma::multiply_add<In>(sum[u], loaded.words_, ones);
    }
  }

  auto value = Op::identity();
  // A lane has two columns of two rows. All columns are equal, so one lane of four counts.
  if (threadIdx.x % 4 == 0)
#pragma unroll
    for (int u = 0; u < unroll; ++u) value = op(value, op(sum[u][0], sum[u][2]));
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  if (thread < span.head) value = op(value, op.lift(input[thread], thread));
  const size_t tail = span.tail_begin + thread;
  if (tail < n) value = op(value, op.lift(input[tail], tail));
  return value;
}

// One resident block is named so that ptxas may use the registers that `unroll` loads in flight
// take. Otherwise it saves some, and loads half of the vectors after the first products.
template <class In, class Out, class Op, int block, int unroll>
__global__ void __launch_bounds__(block, 1)
    tensor_core(const In* input, Out* output, size_t n, typename Op::value* partials,
                unsigned* ticket) {
  __shared__ typename Op::value warp_value[block / 32];
  Op op;
  auto value = tensor_fold<Op, block, unroll>(input, n, op);
  value = common::block_fold<block>(value, warp_value, op);
  finish_by_ticket::finish<block>(value, output, partials, ticket, op);
}

}  // namespace reduce
