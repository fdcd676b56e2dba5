// CUB's radix sort of keys with their weights, then the sums of equal keys. It has no weighted
// histogram.

#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_weighted_histogram;

struct plus {
  template <class W>
  __host__ __device__ W operator()(W a, W b) const {
    return a + b;
  }
};

// Stores the sum of each distinct key in its bin. Keys without one are dropped.
template <class W>
__global__ void store_sums(const std::uint32_t* keys, const W* totals,
                           const std::uint32_t* distinct, W* sums, std::uint32_t bins) {
  const std::uint32_t threads = gridDim.x * blockDim.x;
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < *distinct; i += threads)
    if (keys[i] < bins) sums[keys[i]] = totals[i];
}

template <class W>
int weighted_histogram(void* temporary, std::size_t* temporary_bytes, const void* keys,
                       const void* weights, void* scratch, void* sums, std::uint32_t bins,
                       std::uint64_t n, void* stream) {
  const auto count = static_cast<std::uint32_t>(n);
  const auto cuda_stream = static_cast<cudaStream_t>(stream);
  auto* const sorted_keys = static_cast<std::uint32_t*>(scratch);
  std::uint32_t* const distinct_keys = sorted_keys + n;
  auto* const sorted_weights = reinterpret_cast<W*>(distinct_keys + n);
  W* const totals = sorted_weights + n;
  auto* const distinct = reinterpret_cast<std::uint32_t*>(totals + n);

  // The two algorithms use the same temporary storage, one after the other.
  std::size_t to_sort = temporary == nullptr ? 0 : *temporary_bytes;
  std::size_t to_sum = to_sort;
  const cudaError_t sorted = cub::DeviceRadixSort::SortPairs(
      temporary, to_sort, static_cast<const std::uint32_t*>(keys), sorted_keys,
      static_cast<const W*>(weights), sorted_weights, count, 0, 32, cuda_stream);
  if (sorted != cudaSuccess) return sorted;
  const cudaError_t summed = cub::DeviceReduce::ReduceByKey(
      temporary, to_sum, static_cast<const std::uint32_t*>(sorted_keys), distinct_keys,
      static_cast<const W*>(sorted_weights), totals, distinct, plus(), std::int64_t{count},
      cuda_stream);
  if (temporary == nullptr) *temporary_bytes = to_sort > to_sum ? to_sort : to_sum;
  if (summed != cudaSuccess || temporary == nullptr) return summed;
  constexpr std::uint32_t block = 256, max_grid = 4096;
  const std::uint32_t grid = count / block + 1;
  store_sums<<<grid < max_grid ? grid : max_grid, block, 0, cuda_stream>>>(
      distinct_keys, totals, distinct, static_cast<W*>(sums), bins);
  return cudaGetLastError();
}

struct entry {
  const char* type;
  cub_weighted_histogram function;
};

constexpr entry entries[] = {{"u32", weighted_histogram<std::uint32_t>},
                             {"f32", weighted_histogram<float>}};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_weighted_histogram
warpmark_cub_weighted_histogram(const char* type) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0) return candidate.function;
  return nullptr;
}
