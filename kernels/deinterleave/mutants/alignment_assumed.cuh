#include "deinterleave/vector_load.cuh"

namespace deinterleave::mutants {

template <class Element, int width, bool inverse, bool split, bool aligned, int pieces, int block,
          int unroll>
__global__ void __launch_bounds__(block) vector_load(const Element* from, Element* to, size_t n) {
  // FAULT: aligned accesses whatever the alignment of the elements.
  using mover = vector_mover<Element, width, inverse, split, true, pieces>;
  const mover all{from, to, odd_begin<split>(n)};
  const size_t vectors = n / (2 * width) * mover::vectors_of_group;
  const size_t threads = size_t(gridDim.x) * block;
  for (size_t i = size_t(blockIdx.x) * block + threadIdx.x; i < vectors; i += threads)
    all.store(i, all.load(i));
  move_rest<inverse, split>(from, to, n, vectors * mover::per_vector,
                            size_t(blockIdx.x) * block + threadIdx.x, threads);
}

}  // namespace deinterleave::mutants
