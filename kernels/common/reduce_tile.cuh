#pragma once

namespace common {

// Reduces `items` elements per thread while loading a block's tile of block * items elements.
// Neighbouring threads read neighbouring elements at each step, so every request is coalesced.
// Elements from n on count as the neutral element.
template <class Op, int block, int items, class In>
__device__ typename Op::value reduce_tile(const In* input, size_t n, Op op) {
  const size_t first = size_t(blockIdx.x) * (block * items) + threadIdx.x;
  auto value = Op::identity();
  for (int item = 0; item < items; ++item) {
    const size_t i = first + size_t(item) * block;
    if (i < n) value = op(value, op.lift(input[i], i));
  }
  return value;
}

}  // namespace common
