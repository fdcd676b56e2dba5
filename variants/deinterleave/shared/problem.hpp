#pragma once

#include <cstddef>
#include <cstdint>

#include "variants/contract/parameters.hpp"

namespace warpmark::deinterleave {

// The values of the family's own problem axes.

/// Elements of either parity in a group.
inline std::size_t width_of(const problem& problem) {
  return static_cast<std::size_t>(problem.integer("width"));
}

/// Whether even and odd elements are to be interleaved instead of separated.
inline bool is_inverse(const problem& problem) { return problem.text("direction") == "interleave"; }

/// Whether the full array is one series, not a series of groups.
inline bool is_split(const problem& problem) { return problem.text("layout") == "split"; }

/// Complete groups of 2 * width elements.
inline std::uint64_t groups_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("n")) / (2 * width_of(problem));
}

}  // namespace warpmark::deinterleave
