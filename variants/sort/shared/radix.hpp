#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "variants/contract/variant.hpp"

namespace warpmark::sort {

/// Digits of 8 bits: the number of values of a digit, and of digits of a key.
constexpr std::uint64_t radix_digits = 256;
std::uint64_t radix_passes(const problem& problem);

/// A tile of kernels/sort/radix_tile.cuh.
struct radix_tiling {
  std::uint32_t block;
  std::uint32_t items;  ///< Keys per thread.
  std::string matching;
  std::size_t key_bytes;      ///< Of what moves as one word: 8 if pairs are packed.
  std::size_t payload_bytes;  ///< Beside the keys in shared memory; 0 if there are none.

  std::uint64_t size() const { return std::uint64_t{block} * items; }

  /// Of shared memory: keys and payload in order, counters of each warp, and offsets.
  std::size_t shared_bytes() const;

  /// CUDA C++ of the matching: "sort::match_by_ballot".
  std::string matching_spelling() const { return "sort::match_by_" + matching; }
};

/// The tiling of a config with axes "block", "items" and "matching", and "pairs" if it has that.
radix_tiling radix_tiling_of(const problem& problem, const config& config);

axis radix_block_axis(std::int64_t base);

/// "items": keys of 4 bytes per thread; half as many of 8 bytes.
axis radix_items_axis(std::int64_t base);

/// "pairs": how payloads move with their keys.
axis pairs_axis();

/// The value on "pairs"; empty without payloads.
std::string pairs_of(const problem& problem, const config& config);

/// "resident": threads per multiprocessor that registers must suffice for.
axis resident_axis();

/// "matching": how a warp finds the lanes with equal digits.
axis matching_axis();

constraint radix_tile_fits_shared_memory();
std::vector<constraint> pairs_constraints();

/// The element types that have an order of unsigned words (kernels/sort/ordered_key.cuh).
std::vector<element_type> radix_types();

}  // namespace warpmark::sort
