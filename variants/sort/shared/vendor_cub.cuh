#pragma once

// The common part of the files of CUB's sorts.

#include "variants/vendor/cub_interface.hpp"

namespace warpmark::vendor {

/// The instantiations for a type of keys, by one method.
struct sort_entry {
  const char* type;
  cub_sort keys;
  cub_sort pairs;  ///< With payloads of 32 bits.
};

/// The table of each method ends with an entry without type.
const sort_entry* merge_sorts();
const sort_entry* radix_sorts();

/// `Method` has `keys` and `pairs` for a type of keys. Whatever its type, a count of 32 bits gives
/// CUB indices of 32 bits, which suffice for the family.
template <class Key, class Method>
int sort_keys(void* temporary, std::size_t* temporary_bytes, const void* keys, void* sorted_keys,
              const void*, void*, std::uint64_t n, void* stream) {
  return Method::keys(temporary, *temporary_bytes, static_cast<const Key*>(keys),
                      static_cast<Key*>(sorted_keys), static_cast<std::uint32_t>(n),
                      static_cast<cudaStream_t>(stream));
}

template <class Key, class Method>
int sort_pairs(void* temporary, std::size_t* temporary_bytes, const void* keys, void* sorted_keys,
               const void* payloads, void* sorted_payloads, std::uint64_t n, void* stream) {
  return Method::pairs(temporary, *temporary_bytes, static_cast<const Key*>(keys),
                       static_cast<Key*>(sorted_keys), static_cast<const std::uint32_t*>(payloads),
                       static_cast<std::uint32_t*>(sorted_payloads), static_cast<std::uint32_t>(n),
                       static_cast<cudaStream_t>(stream));
}

template <class Key, class Method>
constexpr sort_entry sorts_of(const char* type) {
  return {type, sort_keys<Key, Method>, sort_pairs<Key, Method>};
}

/// The table of a method over all types of keys.
template <class Method>
inline constexpr sort_entry sorts_by[] = {sorts_of<int, Method>("i32"),
                                          sorts_of<unsigned, Method>("u32"),
                                          sorts_of<long long, Method>("i64"),
                                          sorts_of<unsigned long long, Method>("u64"),
                                          sorts_of<float, Method>("f32"),
                                          sorts_of<double, Method>("f64"),
                                          {}};

}  // namespace warpmark::vendor
