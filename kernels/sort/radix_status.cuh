#pragma once

#include "common/memory_order.cuh"
#include "sort/radix_digit.cuh"

// The status that each tile has published for each digit: nothing, its count in the tile (the
// aggregate), or where the tile's last key of that digit ends in the output (the inclusive prefix).
// Kind and number are one word.

namespace sort {

// The two highest bits are the kind. When a pass is over, every word says `inclusive`; the next
// pass reads that as `nothing`, and so on in turn. So words are cleared only once, before the first
// pass.
template <class Word>
class radix_statuses {
 public:
  __device__ radix_statuses(Word* words, unsigned pass) : words_(words), nothing_(pass % 2 * 2) {}

  __device__ void publish_aggregate(unsigned tile, unsigned digit, unsigned count) const {
    publish(tile, digit, nothing_ + 1, count);
  }
  __device__ void publish_inclusive(unsigned tile, unsigned digit, unsigned end) const {
    publish(tile, digit, nothing_ ^ 2, end);
  }

  // Where the digit's keys of `tile`, which is not the first, begin in the output. Reads `looks`
  // tiles at a time.
  template <int looks>
  __device__ unsigned look_back(unsigned tile, unsigned digit) const {
    unsigned begin = 0;
    for (;; tile -= looks) {
      Word seen[looks];
#pragma unroll
      for (int l = 0; l < looks; ++l) seen[l] = read(before(tile, l), digit);
#pragma unroll
      for (int l = 0; l < looks; ++l) {
        while (kind(seen[l]) == nothing_) seen[l] = read(before(tile, l), digit);
        begin += unsigned(seen[l] & ~(Word(3) << shift));
        if (kind(seen[l]) == (nothing_ ^ 2)) return begin;
      }
    }
  }

 private:
  static constexpr int shift = 8 * sizeof(Word) - 2;

  // The first tile never publishes an aggregate, so the reads before it are not counted.
  __device__ static unsigned before(unsigned tile, unsigned l) {
    return tile > l ? tile - 1 - l : 0;
  }
  __device__ static unsigned kind(Word word) { return unsigned(word >> shift); }
  __device__ Word read(unsigned tile, unsigned digit) const {
    return memory::load_relaxed(words_ + (tile * radix_digits + digit));
  }
  __device__ void publish(unsigned tile, unsigned digit, unsigned kind, unsigned number) const {
    memory::store_relaxed(words_ + (tile * radix_digits + digit), Word(kind) << shift | number);
  }

  Word* words_;
  unsigned nothing_;
};

}  // namespace sort
