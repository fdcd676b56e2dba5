#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "variants/contract/family.hpp"

namespace warpmark {

/// Judges what is made of n keys by sorting each run of `run` consecutive ones; the last run may be
/// shorter. Keys compare as order_of() says.
///
/// Keys are right if each run ascends and holds the bits of the input's run, whatever their order;
/// the latter is told by the sum of 64-bit hashes, which other keys have with a chance of 2^-64.
/// Payloads begin as indices, so that they tell where each key came from: they are right if each
/// run holds the indices of its keys, once each, and the keys they name ascend; and, if the variant
/// guaranteed a stable order, the indices of equal keys ascend too; whether zeros of either sign
/// are equal keys is left to the variant.
template <class T>
class sorted_runs {
 public:
  /// Keeps a view of `input`. `run` is at least 1.
  sorted_runs(std::span<const T> input, std::size_t run) : input_(input), run_(run) {}

  /// `output` holds n keys. Names the first that is wrong.
  verdict judge_keys(std::span<const std::byte> output) const;

  /// `output` holds n indices of 32 bits. Names the first that is wrong.
  verdict judge_payload(std::span<const std::byte> output, bool stable) const;

 private:
  std::span<const T> input_;
  std::size_t run_;
};

/// Sorts each run of `run` consecutive keys, -0 before +0, so that they are sorted to those who
/// tell zeros apart and to those who do not.
template <class T>
void sort_runs(std::span<T> keys, std::size_t run);

}  // namespace warpmark
