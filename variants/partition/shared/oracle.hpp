#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "variants/contract/family.hpp"

namespace warpmark::partition {

/// Judges a partition of n elements. Of 2 parts, the first has the elements x <= pivot and the
/// second the others, NaNs among them; of 3, the first has x < pivot, the second x == pivot (-0 is
/// equal to 0), and the third the others.
///
/// Elements are right if each is in its part, and if all together have the bits of the input, in
/// any order; the latter is tested by the sum of 64-bit hashes, which coincides for other elements
/// with a probability of 2^-64. The first `in_order` parts must hold the input's elements in the
/// input's order, bit by bit.
template <class T>
class split_oracle {
 public:
  /// Keeps a view of `input`; `parts` is 2 or 3.
  split_oracle(std::span<const T> input, T pivot, unsigned parts);

  std::uint64_t size_of(unsigned part) const { return begins_[part + 1] - begins_[part]; }

  /// `output` holds the sizes of all parts but the last, in 64 bits.
  oracle_result judge_counts(std::span<const std::byte> output) const;

  /// `output` holds n elements.
  oracle_result judge_elements(std::span<const std::byte> output, unsigned in_order) const;

  /// `output` holds n indices of 32 bits: each of 0..n-1 once, in the part of its element, and
  /// ascending if the part keeps its order.
  oracle_result judge_payload(std::span<const std::byte> output, unsigned in_order) const;

 private:
  unsigned part_of(T element) const {
    if (parts_ == 2) return element <= pivot_ ? 0 : 1;
    return element < pivot_ ? 0 : element == pivot_ ? 1 : 2;
  }
  unsigned part_at(std::size_t place) const {
    unsigned part = 0;
    while (place >= begins_[part + 1]) ++part;
    return part;
  }
  std::string in_words(unsigned part) const;
  oracle_result judge_sides(std::span<const std::byte> output) const;
  oracle_result judge_order(std::span<const std::byte> output, unsigned in_order) const;
  oracle_result foreign_element(std::span<const std::byte> output) const;

  std::span<const T> input_;
  T pivot_;
  unsigned parts_;
  std::vector<std::array<std::uint64_t, 3>> before_;  // each piece, of each part
  std::array<std::uint64_t, 4> begins_{};             // of the parts; and the end
};

}  // namespace warpmark::partition
