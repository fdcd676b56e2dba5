#pragma once

// Elements as unsigned integers of their size, so that NaN payloads are preserved: words of several
// elements in memory, and zipping within two registers.

namespace deinterleave {

// `Word` has the size of one element or of several adjacent ones. A word that is not aligned to its
// size is accessed element by element.
template <class Word, bool aligned, class Element>
__device__ Word load_word(const Element* from) {
  if constexpr (sizeof(Word) == sizeof(Element) || aligned) {
    return *reinterpret_cast<const Word*>(from);
  } else {
    constexpr int count = sizeof(Word) / sizeof(Element);
    Element elements[count];
#pragma unroll
    for (int i = 0; i < count; ++i) elements[i] = from[i];
    Word word;
    memcpy(&word, elements, sizeof word);
    return word;
  }
}

template <bool aligned, class Word, class Element>
__device__ void store_word(Element* to, Word word) {
  if constexpr (sizeof(Word) == 16 && aligned) {
    __stwb(reinterpret_cast<Word*>(to), word);  // a plain store may be split into several
  } else if constexpr (sizeof(Word) == sizeof(Element) || aligned) {
    *reinterpret_cast<Word*>(to) = word;
  } else {
    constexpr int count = sizeof(Word) / sizeof(Element);
    Element elements[count];
    memcpy(elements, &word, sizeof word);
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = elements[i];
  }
}

// Two registers hold elements of `bytes` bytes, 1 or 2, in order. Returns the even and the odd ones
// in one register each; one byte permutation per register.
template <int bytes>
__device__ void unzip(unsigned& first, unsigned& second) {
  const unsigned even = __byte_perm(first, second, bytes == 1 ? 0x6420 : 0x5410);
  const unsigned odd = __byte_perm(first, second, bytes == 1 ? 0x7531 : 0x7632);
  first = even;
  second = odd;
}

// The inverse.
template <int bytes>
__device__ void zip(unsigned& even, unsigned& odd) {
  const unsigned first = __byte_perm(even, odd, bytes == 1 ? 0x5140 : 0x5410);
  const unsigned second = __byte_perm(even, odd, bytes == 1 ? 0x7362 : 0x7632);
  even = first;
  odd = second;
}

}  // namespace deinterleave
