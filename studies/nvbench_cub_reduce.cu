// The program that studies/nvbench_comparison.py compares warpmark with: cub::DeviceReduce::Sum under
// nvbench, prepared as CCCL's own benchmark of it prepares it: random input and all memory are
// there before the first sample, a sample is one call. The count is a 32-bit integer, and so are
// CUB's offsets. Elements[pow2]=[12:28:2] is what the comparison asks for; the axis can be set.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -cudart static -I NVBENCH/include studies/nvbench_cub_reduce.cu
//     -L NVBENCH/lib -lnvbench_main -lnvbench -lfmt -o cub_reduce_nvbench

#include <cstddef>
#include <cstdint>
#include <cub/device/device_reduce.cuh>
#include <nvbench/nvbench.cuh>
#include <type_traits>

namespace {

/// Fills with the SplitMix64 sequence's upper halves; as floats in [0, 1) where asked.
__global__ void fill_randomly(std::uint32_t* data, std::size_t n, bool floats) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    const auto upper = static_cast<std::uint32_t>((mixed ^ (mixed >> 31)) >> 32);
    data[i] = floats ? __float_as_uint(static_cast<float>(upper >> 8) * 0x1p-24F) : upper;
  }
}

template <class T>
void sum(nvbench::state& state) {
  const auto n = static_cast<std::int32_t>(state.get_int64("Elements"));
  std::uint32_t* bits = nullptr;
  T* output = nullptr;
  void* scratch = nullptr;
  std::size_t scratch_bytes = 0;
  NVBENCH_CUDA_CALL(cudaMalloc(&bits, n * sizeof(T)));
  NVBENCH_CUDA_CALL(cudaMalloc(&output, sizeof(T)));
  fill_randomly<<<1024, 256>>>(bits, n, std::is_floating_point_v<T>);
  const auto* input = reinterpret_cast<const T*>(bits);
  NVBENCH_CUDA_CALL(cudaDeviceSynchronize());
  NVBENCH_CUDA_CALL(cub::DeviceReduce::Sum(nullptr, scratch_bytes, input, output, n));
  NVBENCH_CUDA_CALL(cudaMalloc(&scratch, scratch_bytes));

  state.add_element_count(n);
  state.add_global_memory_reads<T>(n);
  state.add_global_memory_writes<T>(1);
  state.exec(nvbench::exec_tag::gpu, [&](nvbench::launch& launch) {
    NVBENCH_CUDA_CALL(
        cub::DeviceReduce::Sum(scratch, scratch_bytes, input, output, n, launch.get_stream()));
  });

  NVBENCH_CUDA_CALL(cudaFree(scratch));
  NVBENCH_CUDA_CALL(cudaFree(output));
  NVBENCH_CUDA_CALL(cudaFree(bits));
}

void sum_i32(nvbench::state& state) { sum<std::int32_t>(state); }
void sum_f32(nvbench::state& state) { sum<float>(state); }

}  // namespace

NVBENCH_BENCH(sum_i32).add_int64_power_of_two_axis("Elements", nvbench::range(12, 28, 2));
NVBENCH_BENCH(sum_f32).add_int64_power_of_two_axis("Elements", nvbench::range(12, 28, 2));
