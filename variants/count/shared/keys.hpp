#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::count {

/// The element types that keys may have.
std::vector<element_type> key_types();

/// Calls `f(std::type_identity<T>{})` with the host type T of a key type.
template <class F>
decltype(auto) dispatch_key(element_type type, F&& f) {
  using enum element_type;
  return dispatch_among<u8, u16, i32, u32, u64>(type, std::forward<F>(f));
}

/// Names of the distributions of keys over k bins:
///  uniform        every bin as likely
///  constant       every key in bin 1
///  distinct       key i in bin i mod k
///  sorted         ascending, as many keys in each bin
///  few_distinct   eight bins at random
///  alternating    bins 7, 0, 7, …
///  entropy_0.811  bits that are the AND of 2 random bits each; entropy_0.544, entropy_0.337 and
///                 entropy_0.201 of 3, 4 and 5: the bits of information that one bit carries, as
///                 in the benchmarks of CUB (Thearling & Smith 1992)
///  zipf           Zipf's law with exponent 1 over k ranks: rank r, which is bin r, with the
///                 probability 1 / ((r + 1) H), H = 1 + 1/2 + ... + 1/k. Sums of probabilities
///                 are computed in float64: each is within 2^-28 of the law's for k up to 2^24
///  zipf_scattered the same ranks in other bins: rank r is bin (k/3 + r s) mod k, s the first
///                 number after 5 floor(k/8) without a common divisor with k
///  overflowing    half of the keys uniform, the others outside the bins: they are not counted
const std::vector<std::string>& key_distributions();

/// Values that the type has: 2^bits, or 0 for 2^64.
std::uint64_t values_of(element_type type);

/// The distinct values that keys of a problem may have, ascending. Dense keys: 0..bins-1. Sparse
/// ones: at most `bins` random values, with the type's lowest and highest among them.
template <class T>
std::vector<T> values_of_keys(const problem& problem, std::uint64_t seed);

/// Fills `out` with the problem's keys; key i depends on (type, bins, keys, dist, seed, i, and for
/// sorted keys out.size()) alone. `values` are those of values_of_keys.
template <class T>
void generate_keys(std::span<T> out, std::span<const T> values, const problem& problem,
                   std::uint64_t seed);

}  // namespace warpmark::count
