#pragma once

#include "common/dependent_launch.cuh"
#include "common/operators.cuh"

// Combines prefixes[b], the exclusive prefix of tile b, with every element of the tile: the last
// stage of a scan of scans. Tile 0 has the neutral element.

namespace scan {

template <class In, class Out, class Op, int block, int tile_size>
__global__ void __launch_bounds__(block)
    add_prefixes(const In* scanned, Out* output, size_t n, const typename Op::value* prefixes) {
  Op op;
  const size_t first = size_t(blockIdx.x) * tile_size;
  dependent_launch::wait_and_trigger();
  const auto prefix = prefixes[blockIdx.x];
#pragma unroll
  for (int j = threadIdx.x; j < tile_size; j += block) {
    const size_t i = first + j;
    if (i < n) output[i] = op.template lower<Out>(op(prefix, op.lift(scanned[i], i)));
  }
}

}  // namespace scan
