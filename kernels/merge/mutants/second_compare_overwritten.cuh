#include "merge/mutants/serial_step.cuh"

// FAULT: the second comparison reads the first vector after the first one has overwritten it.

namespace merge::mutants {

struct compare_with_overwritten {
  template <class Keys>
  __device__ static void split(Keys& a, Keys& b) {
    constexpr int width = sizeof(a.at) / sizeof(a.at[0]);
#pragma unroll
    for (int i = 0; i < width; ++i) {
      const auto mirrored = b.at[width - 1 - i];
      a.at[i] = a.at[i] < mirrored ? a.at[i] : mirrored;
    }
#pragma unroll
    for (int i = 0; i < width; ++i) {
      const auto mirrored = a.at[width - 1 - i];
      b.at[i] = b.at[i] < mirrored ? mirrored : b.at[i];
    }
  }
};

template <class Key, int width, class Network, int ahead, bool selects, int block>
__global__ void __launch_bounds__(block)
    thread_serial_vec4(const Key* input, Key* output, size_t n, size_t run) {
  merge_by_step<compare_with_overwritten, Key, width, Network, block>(input, output, n, run);
}

}  // namespace merge::mutants
