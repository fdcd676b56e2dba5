#include "merge/mutants/serial_end.cuh"

// FAULT: the vector in registers is stored before the rest, although it is the upper half of the
// last merge, and the rest may hold lower keys.

namespace merge::mutants {

struct held_goes_first {
  template <int width, class Keys, class Key>
  __device__ static Key* put(const Keys& held, Key* output) {
    held.store(output, width, false);
    return output + width;
  }
};

template <class Key, int width, class Network, int ahead, bool selects, int block>
__global__ void __launch_bounds__(block)
    thread_serial_vec4(const Key* input, Key* output, size_t n, size_t run) {
  merge_with_end<held_goes_first, Key, width, Network, block>(input, output, n, run);
}

}  // namespace merge::mutants
