// CUB's histogram of evenly spaced bins, of the joint bins that an iterator makes of two arrays.

#include <cstring>
#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_joint_histogram;

// The cell of pair i in a matrix with a row for each first key; bins^2 if it has none.
template <class T>
struct cell_of_pair {
  const T* x;
  const T* y;
  std::uint32_t bins;

  __device__ std::uint32_t operator()(std::int64_t i) const {
    const std::uint32_t row = x[i], column = y[i];
    return row < bins && column < bins ? row * bins + column : bins * bins;
  }
};

template <class T>
int joint_histogram(void* temporary, std::size_t* temporary_bytes, const void* x, const void* y,
                    void* counts, std::uint32_t bins, std::uint64_t n, void* stream) {
  const auto cells = thrust::make_transform_iterator(
      thrust::make_counting_iterator(std::int64_t{0}),
      cell_of_pair<T>{static_cast<const T*>(x), static_cast<const T*>(y), bins});
  const auto with_count = [&](auto count) {
    return cub::DeviceHistogram::HistogramEven(
        temporary, *temporary_bytes, cells, static_cast<int*>(counts),
        static_cast<int>(bins * bins) + 1, std::uint32_t{0}, bins * bins, count,
        static_cast<cudaStream_t>(stream));
  };
  return warpmark::vendor::with_narrowest_count<std::int64_t>(n, with_count);
}

struct entry {
  const char* type;
  cub_joint_histogram function;
};

constexpr entry entries[] = {{"u8", joint_histogram<unsigned char>},
                             {"u16", joint_histogram<unsigned short>},
                             {"u32", joint_histogram<unsigned>}};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_joint_histogram warpmark_cub_joint_histogram(
    const char* type) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0) return candidate.function;
  return nullptr;
}
