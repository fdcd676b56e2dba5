#pragma once

#include <cstddef>
#include <cstdint>

#include "variants/contract/parameters.hpp"

namespace warpmark::deinterleave {

// What the family's own problem axes say.

/// Elements of either parity in a group.
inline std::size_t width_of(const problem& asked) {
  return static_cast<std::size_t>(asked.integer("width"));
}

/// Whether even and odd elements are to be put together instead of apart.
inline bool is_inverse(const problem& asked) { return asked.text("direction") == "interleave"; }

/// Whether the whole array is one series, not a series of groups.
inline bool is_split(const problem& asked) { return asked.text("layout") == "split"; }

/// Whole groups of 2 * width elements.
inline std::uint64_t groups_of(const problem& asked) {
  return static_cast<std::uint64_t>(asked.integer("n")) / (2 * width_of(asked));
}

}  // namespace warpmark::deinterleave
