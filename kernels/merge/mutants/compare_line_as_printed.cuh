#include "merge/mutants/serial_step.cuh"

// FAULT: the printed line has "=" where "<" belongs, and its operands in the wrong order: the
// vector is overwritten by its mirror image, and the selection depends on which keys are zero.

namespace merge::mutants {

struct compare_as_printed {
  template <class Keys>
  __device__ static void split(Keys& a, Keys& b) {
    constexpr int width = sizeof(a.at) / sizeof(a.at[0]);
    Keys mirrored;
#pragma unroll
    for (int i = 0; i < width; ++i) mirrored.at[i] = a.at[width - 1 - i];
#pragma unroll
    for (int i = 0; i < width; ++i)
      a.at[i] = mirrored.at[i] != 0 ? b.at[i] : mirrored.at[width - 1 - i];
  }
};

template <class Key, int width, class Network, int ahead, bool selects, int block>
__global__ void __launch_bounds__(block)
    thread_serial_vec4(const Key* input, Key* output, size_t n, size_t run) {
  merge_by_step<compare_as_printed, Key, width, Network, block>(input, output, n, run);
}

}  // namespace merge::mutants
