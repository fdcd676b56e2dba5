#include "scan/blelloch.cuh"

// FAULT: + binds tighter than >>, so that `i >> 5 + i >> 10` means `(i >> (5 + i)) >> 10`, which is
// 0: no node is moved.

namespace scan::mutants {

struct pad32 {
  // The array has the intended size.
  __device__ static constexpr unsigned slot(unsigned i) {
    if (__builtin_is_constant_evaluated()) return i + i / 32;
    return i + (i >> 5 + i >> 10);
  }
};

}  // namespace scan::mutants
