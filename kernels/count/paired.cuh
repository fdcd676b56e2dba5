#pragma once

#include "common/vectors.cuh"
#include "count/keys.cuh"

// The elements of two arrays with equal indices, as pairs. Both arrays have elements of one size,
// and begin at the same distance from an aligned address, so that their vectors begin together.

namespace count {

// Passes each pair to `counter.add(a, b)` of one thread.
template <int block, class A, class B, class Counter>
__device__ void count_pairs(const A* first, const B* second, size_t n, Counter& counter) {
  static_assert(sizeof(A) == sizeof(B));
  const common::vector_span<A, 16> a(first, n);
  const common::vector_span<B, 16> b(second, n);
  const size_t threads = size_t(gridDim.x) * block;
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  for (size_t i = thread; i < a.vectors; i += threads) {
    const auto firsts = a.wide[i];
    const auto seconds = b.wide[i];
#pragma unroll
    for (int lane = 0; lane < firsts.width; ++lane) counter.add(firsts[lane], seconds[lane]);
  }
  if (thread < a.head) counter.add(first[thread], second[thread]);
  const size_t tail = a.tail_begin + thread;
  if (tail < n) counter.add(first[tail], second[tail]);
}

}  // namespace count
