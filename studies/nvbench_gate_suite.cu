// A small suite under nvbench, for studies/nvbench_gate_on_card.py: copies and reductions of own
// kernels, CUB's reduction and scan, and chains of dependent arithmetic. Each kernel is a function
// of its own, so that one can be made slower alone: -DSLOWED_CHAIN=30 makes the chain of the
// benchmark `chain` 30 steps longer for every 1000.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -cudart static -I NVBENCH/include nvbench_gate_suite.cu
//     -L NVBENCH/lib -lnvbench_main -lnvbench -lfmt -o suite

#include <cstddef>
#include <cstdint>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <nvbench/nvbench.cuh>

#ifndef SLOWED_CHAIN
#define SLOWED_CHAIN 0
#endif

namespace suite {

constexpr int block = 256;

/// Device memory for as long as a benchmark runs.
template <class T>
class buffer {
 public:
  explicit buffer(std::size_t n) {
    NVBENCH_CUDA_CALL(cudaMalloc(&data_, n * sizeof(T)));
    NVBENCH_CUDA_CALL(cudaMemset(data_, 0, n * sizeof(T)));
  }
  ~buffer() { cudaFree(data_); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

__global__ void __launch_bounds__(block)
    copy_kernel(const float4* from, float4* to, std::size_t vectors) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  if (i < vectors) to[i] = from[i];
}

__global__ void __launch_bounds__(block)
    sum_kernel(const float* data, float* total, std::size_t n) {
  float sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * block)
    sum += data[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0U, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

__global__ void __launch_bounds__(block) chain_kernel(float* result, int steps) {
  float value = static_cast<float>(threadIdx.x);
#pragma unroll 1
  for (int step = 0; step < steps + steps / 1000 * SLOWED_CHAIN; ++step)
    value = value * 0.5F + 0.25F;
  if (value == 3.0F) *result = value;
}

__global__ void __launch_bounds__(block) write_kernel(float4* to, std::size_t vectors) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  if (i < vectors) to[i] = float4{1, 2, 3, 4};
}

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + block - 1) / block);
}

void copy(nvbench::state& state) {
  const auto vectors = static_cast<std::size_t>(state.get_int64("Elements")) / 4;
  const buffer<float4> from(vectors), to(vectors);
  state.exec([&](nvbench::launch& launch) {
    copy_kernel<<<blocks_for(vectors), block, 0, launch.get_stream()>>>(from.get(), to.get(),
                                                                        vectors);
  });
}

void write(nvbench::state& state) {
  const auto vectors = static_cast<std::size_t>(state.get_int64("Elements")) / 4;
  const buffer<float4> to(vectors);
  state.exec([&](nvbench::launch& launch) {
    write_kernel<<<blocks_for(vectors), block, 0, launch.get_stream()>>>(to.get(), vectors);
  });
}

void sum(nvbench::state& state) {
  const auto n = static_cast<std::size_t>(state.get_int64("Elements"));
  const buffer<float> data(n), total(1);
  state.exec([&](nvbench::launch& launch) {
    sum_kernel<<<1056, block, 0, launch.get_stream()>>>(data.get(), total.get(), n);
  });
}

void chain(nvbench::state& state) {
  const auto steps = static_cast<int>(state.get_int64("Steps"));
  const buffer<float> result(1);
  state.exec([&](nvbench::launch& launch) {
    chain_kernel<<<132, block, 0, launch.get_stream()>>>(result.get(), steps);
  });
}

void cub_sum(nvbench::state& state) {
  const auto n = static_cast<std::int32_t>(state.get_int64("Elements"));
  const buffer<float> data(static_cast<std::size_t>(n)), total(1);
  std::size_t bytes = 0;
  NVBENCH_CUDA_CALL(cub::DeviceReduce::Sum(nullptr, bytes, data.get(), total.get(), n));
  const buffer<char> scratch(bytes);
  state.exec([&](nvbench::launch& launch) {
    NVBENCH_CUDA_CALL(cub::DeviceReduce::Sum(scratch.get(), bytes, data.get(), total.get(), n,
                                             launch.get_stream()));
  });
}

void cub_scan(nvbench::state& state) {
  const auto n = static_cast<std::int32_t>(state.get_int64("Elements"));
  const buffer<float> from(static_cast<std::size_t>(n)), to(static_cast<std::size_t>(n));
  std::size_t bytes = 0;
  NVBENCH_CUDA_CALL(cub::DeviceScan::InclusiveSum(nullptr, bytes, from.get(), to.get(), n));
  const buffer<char> scratch(bytes);
  state.exec([&](nvbench::launch& launch) {
    NVBENCH_CUDA_CALL(cub::DeviceScan::InclusiveSum(scratch.get(), bytes, from.get(), to.get(), n,
                                                    launch.get_stream()));
  });
}

NVBENCH_BENCH(copy).add_int64_power_of_two_axis("Elements", {20, 22, 24, 26});
NVBENCH_BENCH(write).add_int64_power_of_two_axis("Elements", {22, 24, 26});
NVBENCH_BENCH(sum).add_int64_power_of_two_axis("Elements", {22, 24, 26});
NVBENCH_BENCH(chain).add_int64_axis("Steps", {20'000, 100'000});
NVBENCH_BENCH(cub_sum).add_int64_power_of_two_axis("Elements", {22, 24, 26});
NVBENCH_BENCH(cub_scan).add_int64_power_of_two_axis("Elements", {20, 22, 24});

}  // namespace suite
