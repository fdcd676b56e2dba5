// CUB's partition for the family's types, of elements only and of pairs.

#include <cstring>
#include <cub/device/device_partition.cuh>
#include <cuda/std/limits>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_partition;

template <class T>
struct at_most {
  T pivot;
  __device__ bool operator()(T element) const { return element <= pivot; }
  __device__ bool operator()(const thrust::tuple<T, std::uint32_t>& pair) const {
    return thrust::get<0>(pair) <= pivot;
  }
};

template <class In, class Out, class T>
int split(void* temporary, std::size_t* temporary_bytes, In in, Out out, void* count,
          const void* pivot, std::uint64_t n, void* stream) {
  const auto with_count = [&](auto items) {
    return cub::DevicePartition::If(
        temporary, *temporary_bytes, in, out, static_cast<unsigned long long*>(count), items,
        at_most<T>{*static_cast<const T*>(pivot)}, static_cast<cudaStream_t>(stream));
  };
  return warpmark::vendor::with_narrowest_count<std::int64_t>(n, with_count);
}

template <class T>
int elements(void* temporary, std::size_t* temporary_bytes, const void* keys, const void*,
             void* keys_out, void*, void* count, const void* pivot, std::uint64_t n, void* stream) {
  return split<const T*, T*, T>(temporary, temporary_bytes, static_cast<const T*>(keys),
                                static_cast<T*>(keys_out), count, pivot, n, stream);
}

template <class T>
int pairs(void* temporary, std::size_t* temporary_bytes, const void* keys, const void* payloads,
          void* keys_out, void* payloads_out, void* count, const void* pivot, std::uint64_t n,
          void* stream) {
  const auto in = thrust::make_zip_iterator(static_cast<const T*>(keys),
                                            static_cast<const std::uint32_t*>(payloads));
  const auto out = thrust::make_zip_iterator(static_cast<T*>(keys_out),
                                             static_cast<std::uint32_t*>(payloads_out));
  return split<decltype(in), decltype(out), T>(temporary, temporary_bytes, in, out, count, pivot, n,
                                               stream);
}

struct entry {
  const char* type;
  cub_partition of_elements;
  cub_partition of_pairs;
};

constexpr entry entries[] = {{"i32", elements<int>, pairs<int>},
                             {"u32", elements<unsigned>, pairs<unsigned>},
                             {"f32", elements<float>, pairs<float>},
                             {"u64", elements<unsigned long long>, pairs<unsigned long long>}};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_partition warpmark_cub_partition(
    const char* type, const char* payload) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0)
      return std::strcmp(payload, "none") == 0  ? candidate.of_elements
             : std::strcmp(payload, "u32") == 0 ? candidate.of_pairs
                                                : nullptr;
  return nullptr;
}
