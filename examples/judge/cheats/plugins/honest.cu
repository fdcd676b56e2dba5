// A plugin that does what it says.
#include "sum_kernel.cuh"

using namespace warpmark::bench;

WARPMARK_PLUGIN(plugin) {
  plugin.variant("sum", "honest").buffers(add_buffers).enqueue([](const call& with) {
    launch_sum(with, with.stream<cudaStream_t>());
  });
}
