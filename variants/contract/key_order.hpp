#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "variants/contract/element_type.hpp"

namespace warpmark {

/// The unsigned integer as wide as T.
template <class T>
using word_of = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// An unsigned word that compares as the key does in the order that sorting promises: of floats,
/// totalOrder (IEEE 754-2019, section 5.10), where NaNs stand at the ends by sign and bits, except
/// that -0 and +0 are equal: libraries differ on whether to tell them apart.
template <class T>
constexpr word_of<T> order_of(T key) {
  using word = word_of<T>;
  constexpr word sign = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  auto bits = std::bit_cast<word>(key);
  if constexpr (is_floating_element<T>) {
    if (static_cast<word>(bits << 1) == 0) bits = 0;
    return static_cast<word>((bits & sign) != 0 ? ~bits : bits | sign);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<word>(bits ^ sign);
  } else {
    return bits;
  }
}

}  // namespace warpmark
