// How much the launch time differs between streams, contexts and processes: the mean of the middle
// half of 500 times of an empty kernel between two events, for each stream of several contexts, one
// after the other.
//
//   nvcc -O2 studies/stream_launch_times.cu -o stream_launch_times -lcuda
//   for process in 1 2 3 4 5 6 7 8 9 10; do ./stream_launch_times 5 4; done
//
// A line has the number of the context, that of the stream in it, and nanoseconds.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

namespace {

// `spin` keeps the stream busy until all of a sample is enqueued.
constexpr const char* ptx = R"(
.version 7.0
.target sm_50
.address_size 64
.visible .entry empty() { ret; }
.visible .entry spin()
{
  .reg .u64 %t<3>;
  .reg .pred %waits;
  mov.u64 %t0, %globaltimer;
again:
  mov.u64 %t1, %globaltimer;
  sub.u64 %t2, %t1, %t0;
  setp.lt.u64 %waits, %t2, 15000;
  @%waits bra again;
  ret;
}
)";

void check(CUresult code, const char* call) {
  if (code == CUDA_SUCCESS) return;
  std::fprintf(stderr, "error: %s: %d\n", call, static_cast<int>(code));
  std::exit(2);
}

double middle_mean_ns(std::vector<float> times_ms) {
  std::sort(times_ms.begin(), times_ms.end());
  double sum = 0;
  const std::size_t first = times_ms.size() / 4, last = 3 * times_ms.size() / 4;
  for (std::size_t i = first; i < last; ++i) sum += times_ms[i];
  return 1e6 * sum / static_cast<double>(last - first);
}

double launch_time_ns(CUstream stream, CUfunction empty, CUfunction spin) {
  constexpr int samples = 600, of_warm_up = 100, pairs = 61, launches_before = 6;
  std::array<std::array<CUevent, 2>, pairs> events;
  for (auto& pair : events)
    for (CUevent& event : pair) check(cuEventCreate(&event, CU_EVENT_DEFAULT), "cuEventCreate");
  std::vector<float> times_ms;
  for (int sample = 0; sample < samples; ++sample) {
    const auto& [start, stop] = events[sample % pairs];
    // With the spin and the timed one a whole round of launch slots.
    for (int i = 0; i < launches_before; ++i)
      cuLaunchKernel(empty, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr);
    cuLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr);
    cuEventRecord(start, stream);
    cuLaunchKernel(empty, 132, 1, 1, 256, 1, 1, 0, stream, nullptr, nullptr);
    cuEventRecord(stop, stream);
    check(cuStreamSynchronize(stream), "cuStreamSynchronize");
    float ms = 0;
    check(cuEventElapsedTime(&ms, start, stop), "cuEventElapsedTime");
    if (sample >= of_warm_up) times_ms.push_back(ms);
  }
  for (const auto& pair : events)
    for (const CUevent event : pair) cuEventDestroy(event);
  return middle_mean_ns(std::move(times_ms));
}

}  // namespace

int main(int argc, char** argv) {
  const int contexts = argc > 1 ? std::atoi(argv[1]) : 5,
            streams = argc > 2 ? std::atoi(argv[2]) : 4;
  check(cuInit(0), "cuInit");
  CUdevice device = 0;
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  for (int context = 0; context < contexts; ++context) {
    CUcontext made = nullptr;
    CUctxCreateParams parameters{};
    check(cuCtxCreate(&made, &parameters, 0, device), "cuCtxCreate");
    CUmodule module = nullptr;
    CUfunction empty = nullptr, spin = nullptr;
    check(cuModuleLoadData(&module, ptx), "cuModuleLoadData");
    check(cuModuleGetFunction(&empty, module, "empty"), "cuModuleGetFunction");
    check(cuModuleGetFunction(&spin, module, "spin"), "cuModuleGetFunction");
    // All stay, so that none gets what another has left.
    std::vector<CUstream> kept(static_cast<std::size_t>(streams));
    for (int i = 0; i < streams; ++i) {
      CUstream& stream = kept[static_cast<std::size_t>(i)];
      check(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
      std::printf("%d %d %.1f\n", context, i, launch_time_ns(stream, empty, spin));
    }
    for (const CUstream stream : kept) cuStreamDestroy(stream);
    cuCtxDestroy(made);
  }
}
