#pragma once

#include "scan/padding.cuh"
#include "scan/scan_tiles.cuh"

// A balanced tree over the tile, as in blelloch.cuh, but inclusive. The up-sweep leaves in each
// node the total of its subtree. The down-sweep adds the prefix that ends at a subtree to the
// middle of the next one: one addition per node where Blelloch's needs an exchange, too, no root to
// replace, and no neutral element. 2 log2(n) - 1 steps, 2(n - 1) - log2(n) additions.

namespace scan {

template <class Op, int block, class Padding>
struct brent_kung {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 2;  // leaves t and t + block: no conflict while loading
  static constexpr unsigned leaves = 2 * block;

  struct storage {
    value node[Padding::slot(leaves - 1) + 1];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[2], Op op) {
    const unsigned t = threadIdx.x;
    const auto node = [&](unsigned i) -> value& { return shared.node[Padding::slot(i)]; };
    node(t) = v[0];
    node(t + block) = v[1];

    unsigned half = 1;  // leaves below each child
#pragma unroll 1
    for (unsigned pairs = block; pairs > 0; pairs /= 2, half *= 2) {
      __syncthreads();
      if (t < pairs) {
        value& right = node(half * (2 * t + 2) - 1);
        right = op(node(half * (2 * t + 1) - 1), right);
      }
    }
    half /= 2;
#pragma unroll 1
    for (unsigned pairs = 1; pairs < block; pairs = 2 * pairs + 1) {
      half /= 2;
      __syncthreads();
      if (t < pairs) {
        value& middle = node(half * (2 * t + 3) - 1);
        middle = op(node(half * (2 * t + 2) - 1), middle);
      }
    }
    __syncthreads();
    constexpr unsigned shift = inclusive ? 0 : 1;
    v[0] = t < shift ? Op::identity() : node(t - shift);
    v[1] = node(t + block - shift);
    return node(leaves - 1);
  }
};

}  // namespace scan
