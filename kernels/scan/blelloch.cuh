#pragma once

#include "scan/padding.cuh"
#include "scan/scan_tiles.cuh"

// A balanced tree over the tile, in shared memory. The up-sweep computes in each node the total of
// its subtree; the down-sweep replaces it by the exclusive prefix of the subtree. 2(n - 1)
// additions for n leaves, but 2 log2(n) barriers, and nodes of one level are a power of two apart:
// up to 32 lanes conflict on one bank, unless `Padding` moves them apart.

namespace scan {

template <class Op, int block, class Padding>
struct blelloch {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 2;  // leaves t and t + block: no conflict while loading
  static constexpr unsigned leaves = 2 * block;

  struct storage {
    value total;
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
        value& left = node(half * (2 * t + 1) - 1);
        value& right = node(half * (2 * t + 2) - 1);
        right = op(left, right);
      }
    }
    if (t == 0) {
      shared.total = node(leaves - 1);
      node(leaves - 1) = Op::identity();
    }
#pragma unroll 1
    for (unsigned pairs = 1; pairs <= block; pairs *= 2) {
      half /= 2;
      __syncthreads();
      if (t < pairs) {
        value& left = node(half * (2 * t + 1) - 1);
        value& right = node(half * (2 * t + 2) - 1);
        const value below_left = left;
        const value before = right;
        left = before;
        right = op(before, below_left);
      }
    }
    __syncthreads();
    finish<inclusive>(v[0], node(t), op);
    finish<inclusive>(v[1], node(t + block), op);
    return shared.total;
  }

 private:
  template <bool inclusive>
  __device__ static void finish(value& element, const value& before, Op op) {
    element = inclusive ? op(before, element) : before;
  }
};

}  // namespace scan
