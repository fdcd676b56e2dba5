#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "variants/contract/element_type.hpp"
#include "variants/contract/operators.hpp"

namespace warpmark {

namespace full_text_detail {
std::string real(double value, int digits);
std::string whole(std::int64_t value);
std::string whole(std::uint64_t value);
}  // namespace full_text_detail

/// A result with all its digits: text that reads back as the same number.
template <class T>
std::string full_text(T value) {
  if constexpr (is_small_float<T>)
    return full_text_detail::real(static_cast<float>(value),
                                  std::numeric_limits<float>::max_digits10);
  else if constexpr (std::is_floating_point_v<T>)
    return full_text_detail::real(value, std::numeric_limits<T>::max_digits10);
  else if constexpr (std::is_signed_v<T>)
    return full_text_detail::whole(std::int64_t{value});
  else
    return full_text_detail::whole(std::uint64_t{value});
}

template <class T>
std::string full_text(const extremum<T>& found) {
  return full_text(found.value) + " at " + full_text(found.index);
}

}  // namespace warpmark
