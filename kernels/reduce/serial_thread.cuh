#include "common/dependent_launch.cuh"
#include "common/operators.cuh"

// The classical loop: n - 1 operations by one thread of one block. Every other thread exits at
// once.

namespace reduce {

template <class In, class Out, class Op, int unroll>
__global__ void serial_thread(const In* input, Out* output, size_t n) {
  if (threadIdx.x != 0) return;
  dependent_launch::wait_and_trigger();
  Op op;
  auto value = Op::identity();
#pragma unroll unroll
  for (size_t i = 0; i < n; ++i) value = op(value, op.lift(input[i], i));
  *output = op.template lower<Out>(value);
}

}  // namespace reduce
