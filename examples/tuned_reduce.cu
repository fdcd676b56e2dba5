// The gain of a tuned policy: sums of floats by the same kernel, once with its default config, once
// with the config that the card's header selects for each size. Needs only the kernel and the
// header from warpmark.
//
//   nvcc -std=c++20 -arch=sm_90 -I kernels -I tuning/profiles examples/tuned_reduce.cu
//   ./a.out 4096 1048576 268435456

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

#include "nvidia_h200.hpp"
#include "reduce/vectorised.cuh"

namespace {

namespace tuned = warpmark_policies::nvidia_h200;
using tuned::reduce::finish_value;
using tuned::reduce::policy;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

template <finish_value name>
struct finish_of;
template <>
struct finish_of<finish_value::flags> {
  using type = reduce::finish_by_flags;
};
template <>
struct finish_of<finish_value::collector> {
  using type = reduce::finish_by_collector;
};

// The default config of the kernel's author for all sizes and cards.
struct default_config {
  static constexpr int block = 256, blocks_per_sm = 2, vector = 16, unroll = 4;
  using finish = reduce::finish_by_ticket;
};

template <class Chosen>
struct tuned_config {
  static constexpr policy value = Chosen::value;
  static constexpr int block = value.block, blocks_per_sm = value.blocks_per_sm;
  static constexpr int vector = value.vector, unroll = value.unroll;
  using finish = typename finish_of<value.finish>::type;
};

// If the header selects another algorithm, this program uses the default.
template <class Chosen>
using config_of =
    std::conditional_t<Chosen::value.variant == tuned::reduce::variant_name::vectorised,
                       tuned_config<Chosen>, default_config>;

// A sum of n floats on the device, with the memory that the kernel needs.
class summation {
 public:
  explicit summation(std::size_t n) : n_(n), host_(n) {
    for (std::size_t i = 0; i < n; ++i)
      host_[i] = static_cast<float>(static_cast<int>(i * 2654435761u >> 16 & 15) - 7);
    check(cudaMalloc(&input_, n * sizeof(float)), "input");
    check(cudaMemcpy(input_, host_.data(), n * sizeof(float), cudaMemcpyDefault), "upload");
    check(cudaMalloc(&output_, sizeof(float)), "output");
    check(cudaMalloc(&partials_, max_blocks * sizeof(float)), "partial sums");
    check(cudaMalloc(&state_, max_blocks * sizeof(std::uint64_t)), "state");
    check(cudaMemset(state_, 0, max_blocks * sizeof(std::uint64_t)), "clear");
    int device = 0, l2_bytes = 0;
    check(cudaGetDevice(&device), "device");
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device), "SMs");
    check(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device), "L2");
    flush_bytes_ = 2 * static_cast<std::size_t>(l2_bytes);
    check(cudaMalloc(&flush_, flush_bytes_), "flush");
    check(cudaEventCreate(&begin_), "event");
    check(cudaEventCreate(&end_), "event");
  }
  summation(const summation&) = delete;
  ~summation() {
    for (void* each : {static_cast<void*>(input_), static_cast<void*>(output_),
                       static_cast<void*>(partials_), state_, flush_})
      cudaFree(each);
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  // Time in us of an execution without the input in L2: the median of 31.
  template <class Config>
  double time_us() {
    std::vector<float> times_ms(31);
    for (float& each : times_ms) {
      check(cudaMemsetAsync(flush_, 1, flush_bytes_), "flush");
      check(cudaEventRecord(begin_), "begin");
      launch<Config>();
      check(cudaEventRecord(end_), "end");
      check(cudaEventSynchronize(end_), "sum");
      check(cudaEventElapsedTime(&each, begin_, end_), "time");
    }
    require_right();
    std::nth_element(times_ms.begin(), times_ms.begin() + 15, times_ms.end());
    return 1e3 * times_ms[15];
  }

 private:
  template <class Config>
  void launch() {
    using finish = typename Config::finish;
    const std::size_t tile =
        std::size_t(Config::block) * Config::unroll * (Config::vector / sizeof(float));
    const std::size_t wanted = std::size_t(Config::blocks_per_sm) * multiprocessors_;
    const std::size_t blocks = std::min(wanted, std::max<std::size_t>(1, (n_ + tile - 1) / tile));
    // One more block that only collects.
    const std::size_t collectors = finish::has_collector && blocks > 1 ? 1 : 0;
    reduce::vectorised<float, float, ops::sum<float>, Config::block, Config::vector, Config::unroll,
                       finish><<<static_cast<unsigned>(blocks + collectors), Config::block>>>(
        input_, output_, n_, partials_, static_cast<unsigned*>(state_));
    check(cudaGetLastError(), "launch");
  }

  // The terms are integers, so that a float represents the sum exactly if it is below 2^24.
  void require_right() const {
    double expected = 0, most = 0;
    for (const float each : host_) {
      expected += each;
      most += std::abs(each);
    }
    float got = 0;
    check(cudaMemcpy(&got, output_, sizeof got, cudaMemcpyDefault), "download");
    if (std::abs(got - expected) <= 1e-6 * most) return;
    std::fprintf(stderr, "n = %zu: the sum is %g, expected %g\n", n_, got, expected);
    std::exit(1);
  }

  static constexpr std::size_t max_blocks = 1 << 16;

  std::size_t n_;
  std::vector<float> host_;
  float* input_ = nullptr;
  float* output_ = nullptr;
  float* partials_ = nullptr;
  void* state_ = nullptr;
  void* flush_ = nullptr;
  std::size_t flush_bytes_ = 0;
  int multiprocessors_ = 0;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

void compare(std::size_t n) {
  summation sum(n);
  sum.time_us<default_config>();  // warms up
  const double plain_us = sum.time_us<default_config>();
  const double tuned_us = tuned::reduce::dispatch<float>(
      n, [&](auto chosen) { return sum.time_us<config_of<decltype(chosen)>>(); });
  std::printf("%12zu %14.2f %14.2f %8.3f\n", n, plain_us, tuned_us, plain_us / tuned_us);
}

}  // namespace

int main(int count, char** values) {
  if (count < 2) {
    std::fprintf(stderr,
                 "tuned_reduce: expected numbers of elements, as in tuned_reduce 4096 1048576\n");
    return 2;
  }
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "device 0");
  std::printf("policies of %s, measured on %s\n", tuned::card, device.name);
  std::printf("%12s %14s %14s %8s\n", "n", "default, us", "tuned, us", "gain");
  for (int i = 1; i < count; ++i) {
    const std::size_t n = std::strtoull(values[i], nullptr, 10);
    if (n == 0) {
      std::fprintf(stderr, "tuned_reduce: '%s' is not a number of elements\n", values[i]);
      return 2;
    }
    compare(n);
  }
}
