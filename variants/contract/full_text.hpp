#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "variants/contract/element_type.hpp"
#include "variants/contract/operators.hpp"

namespace warpmark {

/// A result with all its digits: text that reads back as the same number.
template <class T>
std::string full_text(T value) {
  if constexpr (is_small_float<T>)
    return fmt::format("{:.9g}", static_cast<float>(value));
  else if constexpr (std::is_floating_point_v<T>)
    return fmt::format("{:.{}g}", value, std::numeric_limits<T>::max_digits10);
  else
    return fmt::format("{}", value);
}

template <class T>
std::string full_text(const extremum<T>& found) {
  return fmt::format("{} at {}", full_text(found.value), found.index);
}

}  // namespace warpmark
