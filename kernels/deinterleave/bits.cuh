#pragma once

// Elements by their bits alone, as unsigned integers of their size, so that nothing becomes of a
// NaN's payload: words of several elements in memory, and zipping them within two registers.

namespace deinterleave {

// `Word` is as large as one element, or as several that lie side by side. Where those do not begin
// at a multiple of its size, they are read and written one by one.
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
    __stwb(reinterpret_cast<Word*>(to), word);  // a plain store may become several
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

// Two registers with the even and the odd ones of the elements of `bytes` bytes, 1 or 2, that two
// registers hold in order; one byte permutation each.
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
