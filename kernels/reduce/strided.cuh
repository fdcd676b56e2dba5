#include "common/dependent_launch.cuh"
#include "common/operators.cuh"

// Thread i of P reduces columns i, i + P, i + 2P, …: coalesced for any n. A thread keeps `unroll`
// accumulators of `width` elements, with as many loads in flight. The elements outside full vectors
// are reduced one by one.

namespace reduce {

template <class T, int width>
struct alignas(sizeof(T) * width) aligned_elements {
  T lane[width];
};

template <class In, class Out, class Op, int block, int width, int unroll>
__global__ void __launch_bounds__(block) strided(const In* input, Out* partials, size_t n) {
  using vector = aligned_elements<In, width>;
  Op op;
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;
  const size_t vectors = n / width;
  const vector* wide_input = reinterpret_cast<const vector*>(input);

  typename Op::value accumulator[unroll];
  for (int u = 0; u < unroll; ++u) accumulator[u] = Op::identity();

  dependent_launch::wait_and_trigger();
  size_t i = thread;
  for (; i + (unroll - 1) * threads < vectors; i += unroll * threads) {
    vector loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = wide_input[i + u * threads];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      for (int w = 0; w < width; ++w)
        accumulator[u] =
            op(accumulator[u], op.lift(loaded[u].lane[w], (i + u * threads) * width + w));
  }
  for (; i < vectors; i += threads) {
    const vector loaded = wide_input[i];
    for (int w = 0; w < width; ++w)
      accumulator[0] = op(accumulator[0], op.lift(loaded.lane[w], i * width + w));
  }
  for (size_t j = vectors * width + thread; j < n; j += threads)
    accumulator[0] = op(accumulator[0], op.lift(input[j], j));

  for (int u = 1; u < unroll; ++u) accumulator[0] = op(accumulator[0], accumulator[u]);
  partials[thread] = op.template lower<Out>(accumulator[0]);
}

}  // namespace reduce
