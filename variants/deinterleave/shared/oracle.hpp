#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "variants/contract/parameters.hpp"

namespace warpmark::deinterleave {

/// The source of each element of a problem's result.
class permutation {
 public:
  explicit permutation(const problem& problem);

  std::size_t source_of(std::size_t i) const {
    if (!is_split_) return i < whole_ ? (i & ~mask_) + within_group_[i & mask_] : i;
    if (is_inverse_) return i / 2 + (i % 2 == 0 ? 0 : half_);
    return i < half_ ? 2 * i : 2 * (i - half_) + 1;
  }

 private:
  bool is_split_, is_inverse_;
  std::size_t half_ = 0;   ///< How many even elements a split array begins with.
  std::size_t whole_ = 0;  ///< Elements in complete groups.
  std::size_t mask_;       ///< One less than the elements of a group, a power of two.
  std::vector<std::size_t> within_group_;
};

/// The first element of `output` that differs, in any bit, from its source in `input`; empty if
/// none does. Both hold equally many elements of 1, 2, 4 or 8 bytes.
std::optional<std::size_t> first_difference(const permutation& by, std::size_t element_bytes,
                                            std::span<const std::byte> input,
                                            std::span<const std::byte> output);

}  // namespace warpmark::deinterleave
