#include "variants/deinterleave/shared/oracle.hpp"

#include <algorithm>
#include <cstring>

#include "variants/contract/judging.hpp"
#include "variants/contract/parallel.hpp"
#include "variants/deinterleave/shared/problem.hpp"

namespace warpmark::deinterleave {
namespace {

template <std::size_t element_bytes>
std::optional<std::size_t> first_difference_of(const permutation& by,
                                               std::span<const std::byte> input,
                                               std::span<const std::byte> output) {
  const std::size_t n = output.size() / element_bytes;
  std::vector<std::size_t> first(piece_count, n);
  for_each_piece(n, piece_count, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (std::memcmp(output.data() + i * element_bytes,
                      input.data() + by.source_of(i) * element_bytes, element_bytes) != 0) {
        first[piece] = i;
        return;
      }
  });
  const std::size_t found = *std::min_element(first.begin(), first.end());
  return found == n ? std::nullopt : std::optional(found);
}

}  // namespace

permutation::permutation(const problem& problem)
    : is_split_(is_split(problem)),
      is_inverse_(is_inverse(problem)),
      mask_(2 * width_of(problem) - 1),
      within_group_(mask_ + 1) {
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  half_ = n - n / 2;
  whole_ = n & ~mask_;
  // The inverse: as many rotations of an element's index within its group as complete a full turn
  // of its bits.
  std::int64_t bits = 0;
  while ((mask_ >> bits) != 0) ++bits;
  const auto rotations = problem.integer("repeats") % bits;
  const auto left = static_cast<int>(is_inverse_ ? (bits - rotations) % bits : rotations);
  for (std::size_t i = 0; i <= mask_; ++i)
    within_group_[i] = (i << left & mask_) | i >> (bits - left);
}

std::optional<std::size_t> first_difference(const permutation& by, std::size_t element_bytes,
                                            std::span<const std::byte> input,
                                            std::span<const std::byte> output) {
  switch (element_bytes) {
    case 1:
      return first_difference_of<1>(by, input, output);
    case 2:
      return first_difference_of<2>(by, input, output);
    case 4:
      return first_difference_of<4>(by, input, output);
    default:
      return first_difference_of<8>(by, input, output);
  }
}

}  // namespace warpmark::deinterleave
