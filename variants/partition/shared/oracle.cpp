#include "variants/partition/shared/oracle.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include <fmt/format.h>

#include "variants/contract/full_text.hpp"
#include "variants/contract/judging.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::partition {
namespace {

template <class T>
word_of<T> bits_of(T value) {
  return std::bit_cast<word_of<T>>(value);
}

oracle_result bad_at(std::size_t i, std::string expected, std::string got) {
  return {
      .ok = false, .first_bad_index = i, .expected = std::move(expected), .got = std::move(got)};
}

}  // namespace

template <class T>
split_oracle<T>::split_oracle(std::span<const T> input, T pivot, unsigned parts)
    : input_(input), pivot_(pivot), parts_(parts), before_(piece_count) {
  for_each_piece(input.size(), piece_count,
                 [&](std::size_t piece, std::size_t begin, std::size_t end) {
                   std::array<std::uint64_t, 3> counts{};
                   for (std::size_t i = begin; i < end; ++i) ++counts[part_of(input_[i])];
                   before_[piece] = counts;
                 });
  std::array<std::uint64_t, 3> total{};
  for (auto& piece : before_)
    for (unsigned part = 0; part < 3; ++part) {
      total[part] += piece[part];
      piece[part] = total[part] - piece[part];
    }
  for (unsigned part = 0; part < 3; ++part) begins_[part + 1] = begins_[part] + total[part];
}

template <class T>
std::string split_oracle<T>::in_words(unsigned part) const {
  const std::string pivot = full_text(pivot_);
  if (part + 1 == parts_) return "an element that is above " + pivot + ", or NaN";
  if (part == 1) return "an element equal to " + pivot;
  return fmt::format("an element {} {}", parts_ == 2 ? "of at most" : "below", pivot);
}

template <class T>
oracle_result split_oracle<T>::judge_counts(std::span<const std::byte> output) const {
  for (unsigned part = 0; part + 1 < parts_; ++part) {
    const auto got = value_at<std::uint64_t>(output, part);
    if (got != size_of(part))
      return {.ok = false,
              .first_bad_index = part,
              .expected = full_text(size_of(part)),
              .got = full_text(got),
              .error = static_cast<double>(got > size_of(part) ? got - size_of(part)
                                                               : size_of(part) - got)};
  }
  return {.ok = true};
}

template <class T>
oracle_result split_oracle<T>::judge_sides(std::span<const std::byte> output) const {
  std::vector<oracle_result> found(piece_count, {.ok = true});
  std::atomic<std::uint64_t> difference = 0;
  for_each_piece(input_.size(), piece_count,
                 [&](std::size_t piece, std::size_t begin, std::size_t end) {
                   std::uint64_t mine = 0;
                   for (std::size_t i = begin; i < end; ++i) {
                     const T got = value_at<T>(output, i);
                     mine += hash_of(input_[i]) - hash_of(got);
                     if (found[piece].ok && part_of(got) != part_at(i))
                       found[piece] = bad_at(i, in_words(part_at(i)), full_text(got));
                   }
                   difference.fetch_add(mine, std::memory_order_relaxed);
                 });
  const oracle_result side = first_bad(found);
  return side.ok && difference.load() != 0 ? foreign_element(output) : side;
}

// An element that the output has more often than the input, and one that it has less often.
template <class T>
oracle_result split_oracle<T>::foreign_element(std::span<const std::byte> output) const {
  std::vector<word_of<T>> given(input_.size()), got(input_.size());
  std::transform(input_.begin(), input_.end(), given.begin(), bits_of<T>);
  for (std::size_t i = 0; i < got.size(); ++i) got[i] = value_at<word_of<T>>(output, i);
  std::sort(given.begin(), given.end());
  std::sort(got.begin(), got.end());
  std::vector<word_of<T>> lost, extra;
  std::set_difference(given.begin(), given.end(), got.begin(), got.end(), std::back_inserter(lost));
  std::set_difference(got.begin(), got.end(), given.begin(), given.end(),
                      std::back_inserter(extra));
  std::size_t at = input_.size() - 1;
  while (value_at<word_of<T>>(output, at) != extra.front()) --at;
  return bad_at(at, full_text(std::bit_cast<T>(lost.front())) + ", which the input has",
                full_text(std::bit_cast<T>(extra.front())));
}

template <class T>
oracle_result split_oracle<T>::judge_order(std::span<const std::byte> output,
                                           unsigned in_order) const {
  std::vector<oracle_result> found(piece_count, {.ok = true});
  for_each_piece(
      input_.size(), piece_count, [&](std::size_t piece, std::size_t begin, std::size_t end) {
        std::array<std::uint64_t, 3> next = before_[piece];
        for (std::size_t i = begin; i < end && found[piece].ok; ++i) {
          const unsigned part = part_of(input_[i]);
          const std::size_t place = begins_[part] + next[part]++;
          const T got = value_at<T>(output, place);
          if (part < in_order && bits_of(got) != bits_of(input_[i]))
            found[piece] =
                bad_at(place, fmt::format("{}, by the input's order", full_text(input_[i])),
                       full_text(got));
        }
      });
  return first_bad(found);
}

template <class T>
oracle_result split_oracle<T>::judge_elements(std::span<const std::byte> output,
                                              unsigned in_order) const {
  const oracle_result sides = judge_sides(output);
  return sides.ok && in_order != 0 ? judge_order(output, in_order) : sides;
}

template <class T>
oracle_result split_oracle<T>::judge_payload(std::span<const std::byte> output,
                                             unsigned in_order) const {
  std::vector<oracle_result> found(piece_count, {.ok = true});
  std::vector<std::atomic<std::uint8_t>> seen(input_.size());
  const auto judge = [&](std::size_t i) -> oracle_result {
    const auto here = value_at<std::uint32_t>(output, i);
    const unsigned part = part_at(i);
    if (here >= input_.size())
      return bad_at(i, fmt::format("an index below {}", input_.size()), full_text(here));
    if (part_of(input_[here]) != part)
      return bad_at(i, "the index of " + in_words(part),
                    fmt::format("{}, that of {}", here, full_text(input_[here])));
    if (part < in_order && i > begins_[part] && here <= value_at<std::uint32_t>(output, i - 1))
      return bad_at(
          i, fmt::format("above {}, the index before it", value_at<std::uint32_t>(output, i - 1)),
          full_text(here));
    if (seen[here].fetch_add(1, std::memory_order_relaxed) != 0)
      return bad_at(i, "an index that is nowhere else", full_text(here));
    return {.ok = true};
  };
  for_each_piece(input_.size(), piece_count,
                 [&](std::size_t piece, std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end && found[piece].ok; ++i)
                     found[piece] = judge(i);
                 });
  return first_bad(found);
}

template class split_oracle<std::uint32_t>;
template class split_oracle<std::int32_t>;
template class split_oracle<float>;
template class split_oracle<std::uint64_t>;

}  // namespace warpmark::partition
