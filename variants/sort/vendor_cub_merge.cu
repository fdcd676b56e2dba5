// CUB's merge sorts.

#include <cub/device/device_merge_sort.cuh>
#include <cuda/std/functional>

#include "variants/sort/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

struct by_merging {
  template <class Key>
  static cudaError_t keys(void* temporary, std::size_t& temporary_bytes, const Key* keys,
                          Key* sorted_keys, std::uint32_t n, cudaStream_t stream) {
    return cub::DeviceMergeSort::SortKeysCopy(temporary, temporary_bytes, keys, sorted_keys, n,
                                              cuda::std::less<Key>{}, stream);
  }

  template <class Key>
  static cudaError_t pairs(void* temporary, std::size_t& temporary_bytes, const Key* keys,
                           Key* sorted_keys, const std::uint32_t* payloads,
                           std::uint32_t* sorted_payloads, std::uint32_t n, cudaStream_t stream) {
    return cub::DeviceMergeSort::SortPairsCopy(temporary, temporary_bytes, keys, payloads,
                                               sorted_keys, sorted_payloads, n,
                                               cuda::std::less<Key>{}, stream);
  }
};

}  // namespace

const sort_entry* merge_sorts() { return sorts_by<by_merging>; }

}  // namespace warpmark::vendor
