#include "scan/blelloch.cuh"

// FAULT: in the down-sweep, the total of the left subtree is put before the prefix of both.

namespace scan::mutants {

template <class Op, int block, class Padding>
struct blelloch {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 2;
  static constexpr unsigned leaves = 2 * block;

  struct storage {
    value total;
    value node[leaves];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[2], Op op) {
    const unsigned t = threadIdx.x;
    value(&node)[leaves] = shared.node;
    node[t] = v[0];
    node[t + block] = v[1];

    unsigned half = 1;
    for (unsigned pairs = block; pairs > 0; pairs /= 2, half *= 2) {
      __syncthreads();
      if (t >= pairs) continue;
      value& right = node[half * (2 * t + 2) - 1];
      right = op(node[half * (2 * t + 1) - 1], right);
    }
    if (t == 0) {
      shared.total = node[leaves - 1];
      node[leaves - 1] = Op::identity();
    }
    for (unsigned pairs = 1; pairs <= block; pairs *= 2) {
      half /= 2;
      __syncthreads();
      if (t >= pairs) continue;
      value& left = node[half * (2 * t + 1) - 1];
      value& right = node[half * (2 * t + 2) - 1];
      const value below_left = left;
      left = right;
      right = op(below_left, right);
    }
    __syncthreads();
    v[0] = inclusive ? op(node[t], v[0]) : node[t];
    v[1] = inclusive ? op(node[t + block], v[1]) : node[t + block];
    return shared.total;
  }
};

}  // namespace scan::mutants
