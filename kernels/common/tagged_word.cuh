#pragma once

#include "common/bit_cast.cuh"

// A value of 4 bytes and a tag in one word, so that neither can be seen without the other: no
// fence is needed, and one round trip to memory. A word of zeros has the tag 0.

namespace common {

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

}  // namespace common
