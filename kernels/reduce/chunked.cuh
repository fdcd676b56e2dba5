#include "common/dependent_launch.cuh"
#include "common/operators.cuh"

// Thread t reduces the contiguous chunk [t * chunk, (t + 1) * chunk). Neighbouring lanes are
// `chunk` elements apart, so a warp's load touches up to 32 sectors where a coalesced one touches
// 4.

namespace reduce {

template <class In, class Out, class Op, int block, int chunk>
__global__ void __launch_bounds__(block) chunked(const In* input, Out* partials, size_t n) {
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t first = thread * chunk;
  if (first >= n && thread != 0) return;
  dependent_launch::wait_and_trigger();
  Op op;
  auto value = Op::identity();
  for (int j = 0; j < chunk; ++j) {
    const size_t i = first + j;
    if (i < n) value = op(value, op.lift(input[i], i));
  }
  partials[thread] = op.template lower<Out>(value);
}

}  // namespace reduce
