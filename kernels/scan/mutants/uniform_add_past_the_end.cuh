#pragma once

#include "common/operators.cuh"

// FAULT: the bound is one element too large, so that the prefix is added to what follows the last
// element.

namespace scan::mutants {

template <class In, class Out, class Op, int block, int tile_size>
__global__ void __launch_bounds__(block)
    add_prefixes(const In* scanned, Out* output, size_t n, const typename Op::value* prefixes) {
  Op op;
  const size_t first = size_t(blockIdx.x) * tile_size;
  const auto prefix = prefixes[blockIdx.x];
  for (int j = threadIdx.x; j < tile_size; j += block) {
    const size_t i = first + j;
    if (i > n) continue;
    output[i] = op.template lower<Out>(op(prefix, op.lift(scanned[i], i)));
  }
}

}  // namespace scan::mutants
