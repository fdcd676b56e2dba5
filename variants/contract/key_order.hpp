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

/// An unsigned word that compares as the key does: for floats, by totalOrder (IEEE 754-2019,
/// section 5.10), where NaNs are at the ends by sign and bits, and -0 comes before +0.
template <class T>
constexpr word_of<T> total_order_of(T key) {
  using word = word_of<T>;
  constexpr word sign = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  const auto bits = std::bit_cast<word>(key);
  if constexpr (is_floating_element<T>) {
    return static_cast<word>((bits & sign) != 0 ? ~bits : bits | sign);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<word>(bits ^ sign);
  } else {
    return bits;
  }
}

/// The same for the order that sorting guarantees: -0 and +0 are equal, since libraries differ in
/// whether they distinguish them.
template <class T>
constexpr word_of<T> order_of(T key) {
  if constexpr (is_floating_element<T>) {
    constexpr auto minus_zero = static_cast<word_of<T>>(word_of<T>{1} << (8 * sizeof(T) - 1));
    if (std::bit_cast<word_of<T>>(key) == minus_zero)
      return total_order_of(std::bit_cast<T>(word_of<T>{0}));
  }
  return total_order_of(key);
}

}  // namespace warpmark
