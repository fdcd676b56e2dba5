#include "common/atomic_combine.cuh"
#include "common/operators.cuh"

// FAULT: the thread with index n passes the bounds check, and adds what follows the last element.

namespace reduce::mutants {

template <class In, class Out, class Op, int block, int items, bool by_warp>
__global__ void __launch_bounds__(block) atomic_single_cell(const In* input, Out* cell, size_t n) {
  static_assert(items == 1 && !by_warp);
  const size_t i = size_t(blockIdx.x) * block + threadIdx.x;
  if (i > n) return;
  Op op;
  ops::atomic_combine(op, cell, op.lift(input[i], i));
}

}  // namespace reduce::mutants
