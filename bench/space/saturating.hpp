#pragma once

#include <cstdint>

namespace warpmark::spaces {

/// The largest value, which replaces larger sums and products.
inline constexpr std::uint64_t uncountable = UINT64_MAX;

constexpr std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? uncountable : result;
}

constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? uncountable : result;
}

}  // namespace warpmark::spaces
