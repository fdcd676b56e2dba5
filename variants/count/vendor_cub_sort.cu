// CUB's radix sort, then the lengths of its runs: the way to count arbitrary keys.

#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <iterator>

#include "variants/vendor/cub_interface.hpp"

namespace warpmark::vendor {

/// One member of consecutive records of two words.
struct member_of_records {
  using word = unsigned long long;
  using iterator_category = std::random_access_iterator_tag;
  using value_type = word;
  using difference_type = std::ptrdiff_t;
  using pointer = word*;
  using reference = word&;

  word* first;

  __host__ __device__ reference operator*() const { return *first; }
  __host__ __device__ reference operator[](difference_type i) const { return first[2 * i]; }
  __host__ __device__ member_of_records operator+(difference_type i) const {
    return {first + 2 * i};
  }
};

}  // namespace warpmark::vendor

namespace {

using warpmark::vendor::cub_sorted_count;
using warpmark::vendor::member_of_records;
using word = member_of_records::word;

// Keys are unsigned, so that a record has their bits; their order does not matter.
template <class Key>
int sorted_count(void* temporary, std::size_t* temporary_bytes, const void* keys,
                 void* sorted_keys, void* table, void* distinct, std::uint64_t n, void* stream) {
  const auto count = static_cast<std::uint32_t>(n);
  const auto cuda_stream = static_cast<cudaStream_t>(stream);
  auto* const sorted = static_cast<Key*>(sorted_keys);
  auto* const records = static_cast<word*>(table);

  // The two algorithms use the same temporary storage, one after the other.
  std::size_t to_sort = temporary == nullptr ? 0 : *temporary_bytes;
  std::size_t to_encode = to_sort;
  const cudaError_t status =
      cub::DeviceRadixSort::SortKeys(temporary, to_sort, static_cast<const Key*>(keys), sorted,
                                     count, 0, 8 * int{sizeof(Key)}, cuda_stream);
  if (status != cudaSuccess) return status;
  const cudaError_t encoded = cub::DeviceRunLengthEncode::Encode(
      temporary, to_encode, static_cast<const Key*>(sorted), member_of_records{records},
      member_of_records{records + 1}, static_cast<word*>(distinct), std::int64_t{count},
      cuda_stream);
  if (temporary == nullptr) *temporary_bytes = to_sort > to_encode ? to_sort : to_encode;
  return encoded;
}

struct entry {
  const char* type;
  cub_sorted_count function;
};

constexpr entry entries[] = {{"u8", sorted_count<unsigned char>},
                             {"u16", sorted_count<unsigned short>},
                             {"i32", sorted_count<unsigned>},
                             {"u32", sorted_count<unsigned>},
                             {"u64", sorted_count<unsigned long long>}};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_sorted_count warpmark_cub_sorted_count(
    const char* type) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0) return candidate.function;
  return nullptr;
}
