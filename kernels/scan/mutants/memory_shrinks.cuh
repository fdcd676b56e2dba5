#include "scan/blelloch.cuh"

// FAULT: padding is said to take 1/32 of the memory away, where it takes as much more.

namespace scan::mutants {

struct pad32 {
  // What memory is reserved by is asked while compiling.
  __device__ static constexpr unsigned slot(unsigned i) {
    if (__builtin_is_constant_evaluated()) return i - i / 32;
    return i + i / 32;
  }
};

}  // namespace scan::mutants
