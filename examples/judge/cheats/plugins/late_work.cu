// Returns, and works when the time has been taken: a thread launches the kernel later.
#include <chrono>
#include <thread>

#include "sum_kernel.cuh"

using namespace warpmark::bench;

WARPMARK_PLUGIN(plugin) {
  plugin.variant("sum", "late_work").buffers(add_buffers).enqueue([](const call& with) {
    const float* const x = with.data<float>("x");
    float* const sum = with.data<float>("sum");
    const unsigned long long n = with.size<float>("x");
    std::thread([=] {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      cudaStream_t own = nullptr;
      cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
      add_all<<<1, 1024, 0, own>>>(x, sum, n);
      cudaStreamSynchronize(own);
      cudaStreamDestroy(own);
    }).detach();
  });
}
