#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "variants/contract/family.hpp"

namespace warpmark {

/// Judges the result of sorting each run of `run` consecutive keys of n; the last run may be
/// shorter. Keys compare as order_of() says.
///
/// Keys are right if each run ascends and holds the bits of the input's run in any order. The
/// latter is tested by the sum of 64-bit hashes, which coincides for other keys with a probability
/// of 2^-64. Payloads begin as indices, so that they tell where each key came from: they are right
/// if each run holds the indices of its keys, once each, and the keys they refer to ascend; and, if
/// the variant guarantees a stable order, the indices of equal keys ascend too. Whether zeros of
/// either sign are equal keys is left to the variant.
template <class T>
class sorted_runs {
 public:
  /// Keeps a view of `input`. `run` is at least 1.
  sorted_runs(std::span<const T> input, std::size_t run) : input_(input), run_(run) {}

  /// `output` holds n keys. Reports the first that is wrong.
  oracle_result judge_keys(std::span<const std::byte> output) const;

  /// `output` holds n indices of 32 bits. Reports the first that is wrong.
  oracle_result judge_payload(std::span<const std::byte> output, bool stable) const;

 private:
  std::span<const T> input_;
  std::size_t run_;
};

/// Sorts each run of `run` consecutive keys, -0 before +0, so that they are sorted whether or not
/// zeros of either sign are distinguished.
template <class T>
void sort_runs(std::span<T> keys, std::size_t run);

}  // namespace warpmark
