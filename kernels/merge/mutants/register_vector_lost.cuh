#include "merge/mutants/serial_end.cuh"

// FAULT: only the rest of the other run is appended; the vector in registers is never stored.

namespace merge::mutants {

struct held_is_forgotten {
  template <int width, class Keys, class Key>
  __device__ static Key* put(const Keys&, Key* output) {
    return output;
  }
};

template <class Key, int width, class Network, int ahead, bool selects, int block>
__global__ void __launch_bounds__(block)
    thread_serial_vec4(const Key* input, Key* output, size_t n, size_t run) {
  merge_with_end<held_is_forgotten, Key, width, Network, block>(input, output, n, run);
}

}  // namespace merge::mutants
