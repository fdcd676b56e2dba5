#include "scan/blelloch.cuh"

// FAULT: padding is said to reduce the memory by 1/32; it increases it by that amount.

namespace scan::mutants {

struct pad32 {
  // The size of the array is evaluated at compile time.
  __device__ static constexpr unsigned slot(unsigned i) {
    if (__builtin_is_constant_evaluated()) return i - i / 32;
    return i + i / 32;
  }
};

}  // namespace scan::mutants
