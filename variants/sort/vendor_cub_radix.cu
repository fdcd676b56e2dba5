// CUB's radix sorts, of all bits of the keys.

#include <cub/device/device_radix_sort.cuh>

#include "variants/sort/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

struct by_digits {
  template <class Key>
  static cudaError_t keys(void* temporary, std::size_t& temporary_bytes, const Key* keys,
                          Key* sorted_keys, std::uint32_t n, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortKeys(temporary, temporary_bytes, keys, sorted_keys, n, 0,
                                          8 * int{sizeof(Key)}, stream);
  }

  template <class Key>
  static cudaError_t pairs(void* temporary, std::size_t& temporary_bytes, const Key* keys,
                           Key* sorted_keys, const std::uint32_t* payloads,
                           std::uint32_t* sorted_payloads, std::uint32_t n, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortPairs(temporary, temporary_bytes, keys, sorted_keys, payloads,
                                           sorted_payloads, n, 0, 8 * int{sizeof(Key)}, stream);
  }
};

}  // namespace

const sort_entry* radix_sorts() { return sorts_by<by_digits>; }

}  // namespace warpmark::vendor
