#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "variants/contract/distribution.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/key_order.hpp"

namespace warpmark {

/// Oracles judge so many pieces of an output at the same time.
inline constexpr std::size_t piece_count = 64;

/// Element i of an array of T at any alignment.
template <class T>
T value_at(std::span<const std::byte> array, std::size_t i) {
  T value;
  std::memcpy(&value, array.data() + i * sizeof(T), sizeof(T));
  return value;
}

/// A hash of the value's bits, for sums that tell whether two sets hold the same values.
template <class T>
std::uint64_t hash_of(T value) {
  return random_word(0x9d5c, std::bit_cast<word_of<T>>(value));
}

/// The first bad result of the pieces, or a good one.
inline oracle_result first_bad(const std::vector<oracle_result>& of_pieces) {
  const auto bad = std::find_if(of_pieces.begin(), of_pieces.end(),
                                [](const oracle_result& v) { return !v.ok; });
  return bad == of_pieces.end() ? oracle_result{.ok = true} : *bad;
}

}  // namespace warpmark
