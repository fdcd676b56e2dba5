#include "common/dependent_launch.cuh"
#include "merge/key_vector.cuh"
#include "merge/networks.cuh"

// Each thread sorts `width` consecutive keys in registers.

namespace merge {

template <class Key, int width, class Network, int block>
__global__ void __launch_bounds__(block) thread_network(const Key* input, Key* output, size_t n) {
  using keys = key_vector<Key, width>;
  const size_t begin = (size_t(blockIdx.x) * block + threadIdx.x) * width;
  if (begin >= n) return;
  dependent_launch::wait_and_trigger();
  keys held;
  held.load(input + begin, n - begin, keys::is_aligned(input));
  Network::sort(held.at);
  held.store(output + begin, n - begin, keys::is_aligned(output));
}

}  // namespace merge
