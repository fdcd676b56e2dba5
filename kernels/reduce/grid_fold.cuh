#pragma once

#include "common/vectors.cuh"

namespace reduce {

// A thread of block `index` of `blocks` reduces its share of n elements. Tiles of block * unroll
// vectors are dealt to the blocks in turn, and a thread has `unroll` loads in flight, each with its
// accumulator. The elements outside full vectors go to the first threads.
template <class Op, int block, int vector_bytes, int unroll, class In>
__device__ typename Op::value grid_fold(const In* input, size_t n, unsigned index, unsigned blocks,
                                        Op op) {
  using vector = common::vector_of<In, vector_bytes>;
  const common::vector_span<In, vector_bytes> span(input, n);
  constexpr size_t tile = size_t(block) * unroll;
  typename Op::value sum[unroll];
#pragma unroll
  for (int u = 0; u < unroll; ++u) sum[u] = Op::identity();

  const size_t thread = size_t(index) * block + threadIdx.x;
  if (thread < span.head) sum[0] = op(sum[0], op.lift(input[thread], thread));
  const size_t tail = span.tail_begin + thread;
  if (tail < n) sum[0] = op(sum[0], op.lift(input[tail], tail));

  size_t first = index * tile;
  for (; first + tile <= span.vectors; first += blocks * tile) {
    vector loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = span.wide[first + u * block + threadIdx.x];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      sum[u] =
          common::fold_vector(op, sum[u], loaded[u], span.place(first + u * block + threadIdx.x));
  }
  // The last tile may be partial; its loads are in flight together, too.
  if (first < span.vectors) {
    vector loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (first + u * block + threadIdx.x < span.vectors)
        loaded[u] = span.wide[first + u * block + threadIdx.x];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (first + u * block + threadIdx.x < span.vectors)
        sum[u] =
            common::fold_vector(op, sum[u], loaded[u], span.place(first + u * block + threadIdx.x));
  }
#pragma unroll
  for (int u = 1; u < unroll; ++u) sum[0] = op(sum[0], sum[u]);
  return sum[0];
}

}  // namespace reduce
