#pragma once

#include "common/bit_cast.cuh"

// A value and a tag in one word, so that neither can be seen without the other: no fence is needed,
// and one round trip to memory. A word of zeros has the tag 0.

namespace common {

// A value of 4 bytes and a tag.
using tagged_word = unsigned long long;

template <class T>
__device__ tagged_word with_tag(unsigned tag, T value) {
  return tagged_word(tag) << 32 | bit_cast<unsigned>(value);
}

__device__ inline unsigned tag_of(tagged_word word) { return unsigned(word >> 32); }

template <class T>
__device__ T value_of(tagged_word word) {
  return bit_cast<T>(unsigned(word));
}

// A value of 8 bytes and a tag. memory::load_relaxed and store_relaxed access both at once.
struct alignas(16) wide_tagged_word {
  unsigned long long value, tag;
};

template <class T>
__device__ wide_tagged_word with_wide_tag(unsigned tag, T value) {
  return {bit_cast<unsigned long long>(value), tag};
}

__device__ inline unsigned tag_of(const wide_tagged_word& word) { return unsigned(word.tag); }

template <class T>
__device__ T value_of(const wide_tagged_word& word) {
  return bit_cast<T>(word.value);
}

// The words of values of T, which has 4 or 8 bytes.
template <class T, bool wide = sizeof(T) == 8>
struct tagging {
  using word = tagged_word;
  static __device__ word with_tag(unsigned tag, T value) { return common::with_tag(tag, value); }
};

template <class T>
struct tagging<T, true> {
  using word = wide_tagged_word;
  static __device__ word with_tag(unsigned tag, T value) { return with_wide_tag(tag, value); }
};

}  // namespace common
