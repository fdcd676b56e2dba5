// CUB's partition into two and three parts for the family's types, of elements only and of pairs.

#include <cstring>
#include <cub/device/device_partition.cuh>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_partition;
using warpmark::vendor::partition_arrays;

template <class T>
__device__ T key_of(T element) {
  return element;
}
template <class T>
__device__ T key_of(const thrust::tuple<T, std::uint32_t>& pair) {
  return thrust::get<0>(pair);
}

template <class T>
struct at_most {
  T pivot;
  template <class Element>
  __device__ bool operator()(const Element& element) const {
    return key_of<T>(element) <= pivot;
  }
};

template <class T>
struct below {
  T pivot;
  template <class Element>
  __device__ bool operator()(const Element& element) const {
    return key_of<T>(element) < pivot;
  }
};

template <class T>
struct equal_to {
  T pivot;
  template <class Element>
  __device__ bool operator()(const Element& element) const {
    return key_of<T>(element) == pivot;
  }
};

// The elements, or pairs of an element and its payload, of two arrays.
template <bool pairs, class T>
auto begin_of(T* keys, void* payloads) {
  if constexpr (pairs)
    return thrust::make_zip_iterator(keys, static_cast<std::uint32_t*>(payloads));
  else
    return keys;
}
template <bool pairs, class T>
auto begin_of(const T* keys, const void* payloads) {
  if constexpr (pairs)
    return thrust::make_zip_iterator(keys, static_cast<const std::uint32_t*>(payloads));
  else
    return keys;
}

// Two parts fill one output from both ends. Of three, the third does so by a reversed iterator, as
// CUB's documentation shows, and the second has an array of its own.
template <class T, bool pairs, int parts>
int split(void* temporary, std::size_t* temporary_bytes, const partition_arrays* arrays,
          void* counts, const void* pivot_address, std::uint64_t n, void* stream) {
  const auto in = begin_of<pairs>(static_cast<const T*>(arrays->keys), arrays->payloads);
  const auto out = begin_of<pairs>(static_cast<T*>(arrays->keys_out), arrays->payloads_out);
  auto* const sizes = static_cast<unsigned long long*>(counts);
  const T pivot = *static_cast<const T*>(pivot_address);
  const auto with_count = [&](auto items) {
    if constexpr (parts == 2) {
      return cub::DevicePartition::If(temporary, *temporary_bytes, in, out, sizes, items,
                                      at_most<T>{pivot}, static_cast<cudaStream_t>(stream));
    } else {
      const auto aside =
          begin_of<pairs>(static_cast<T*>(arrays->keys_aside), arrays->payloads_aside);
      return cub::DevicePartition::If(
          temporary, *temporary_bytes, in, out, aside, thrust::make_reverse_iterator(out + items),
          sizes, items, below<T>{pivot}, equal_to<T>{pivot}, static_cast<cudaStream_t>(stream));
    }
  };
  return warpmark::vendor::with_narrowest_count<std::int64_t>(n, with_count);
}

struct entry {
  const char* type;
  cub_partition of_elements[2];  // into two and three parts
  cub_partition of_pairs[2];
};

template <class T>
constexpr entry entry_of(const char* type) {
  return {type, {split<T, false, 2>, split<T, false, 3>}, {split<T, true, 2>, split<T, true, 3>}};
}

constexpr entry entries[] = {entry_of<int>("i32"), entry_of<unsigned>("u32"),
                             entry_of<float>("f32"), entry_of<unsigned long long>("u64")};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_partition warpmark_cub_partition(
    const char* type, const char* payload, int parts) {
  if (parts != 2 && parts != 3) return nullptr;
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0)
      return std::strcmp(payload, "none") == 0  ? candidate.of_elements[parts - 2]
             : std::strcmp(payload, "u32") == 0 ? candidate.of_pairs[parts - 2]
                                                : nullptr;
  return nullptr;
}
