#include "scan/scan_tiles.cuh"

// FAULT: every thread adds the element d before its own, also where there is none.

namespace scan::mutants {

template <class Op, int block, int buffers>
struct hillis_steele {
  using value = typename Op::value;
  static constexpr int threads = block;
  static constexpr int segments = 1;

  struct storage {
    value prefix[block];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const int t = threadIdx.x;
    value own = v[0];
    shared.prefix[t] = own;
    __syncthreads();
    for (int d = 1; d < block; d *= 2) {
      own = op(shared.prefix[t - d], own);
      __syncthreads();
      shared.prefix[t] = own;
      __syncthreads();
    }
    if constexpr (!inclusive) own = t == 0 ? Op::identity() : shared.prefix[t - 1];
    v[0] = own;
    return shared.prefix[block - 1];
  }
};

}  // namespace scan::mutants
