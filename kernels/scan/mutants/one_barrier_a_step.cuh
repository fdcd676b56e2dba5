#include "scan/scan_tiles.cuh"

// FAULT: in place, with a barrier only after each write: a thread may overwrite its slot before the
// thread that adds it has read it.

namespace scan::mutants {

template <class Op, int block, int buffers>
struct hillis_steele {
  using value = typename Op::value;
  static_assert(buffers == 1);
  static constexpr int threads = block;
  static constexpr int segments = 1;

  struct storage {
    value prefix[block];
  };

  template <bool inclusive>
  __device__ static value scan(storage& shared, value (&v)[1], Op op) {
    const unsigned t = threadIdx.x;
    value own = v[0];
    shared.prefix[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < block; d *= 2) {
      if (t >= d) own = op(shared.prefix[t - d], own);
      // A barrier is missing here.
      shared.prefix[t] = own;
      __syncthreads();
    }
    if constexpr (!inclusive) own = t == 0 ? Op::identity() : shared.prefix[t - 1];
    v[0] = own;
    return shared.prefix[block - 1];
  }
};

}  // namespace scan::mutants
