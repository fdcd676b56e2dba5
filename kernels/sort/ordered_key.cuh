#pragma once

// Keys as unsigned words that compare as the keys do. Floats are in the order of IEEE 754-2019,
// section 5.10 (totalOrder): -0 comes before +0, and NaNs are at the ends.

namespace sort {

template <class Word>
constexpr Word top_bit = Word(1) << (8 * sizeof(Word) - 1);

template <class Key, class Word>
struct unsigned_key {
  using bits = Word;
  __device__ static bits from(Key key) { return key; }
  __device__ static Key to(bits word) { return word; }
};

template <class Key, class Word>
struct signed_key {
  using bits = Word;
  __device__ static bits from(Key key) { return bits(key) ^ top_bit<bits>; }
  __device__ static Key to(bits word) { return Key(word ^ top_bit<bits>); }
};

// Floats are sign and magnitude: the order of negative numbers is reversed.
template <class Key, class Word>
struct float_key {
  using bits = Word;
  __device__ static bits from(Key key) {
    const bits word = reinterpret_cast<const bits&>(key);
    return word & top_bit<bits> ? ~word : word | top_bit<bits>;
  }
  __device__ static Key to(bits word) {
    word = word & top_bit<bits> ? word & ~top_bit<bits> : ~word;
    return reinterpret_cast<const Key&>(word);
  }
};

template <class Key>
struct ordered_key;

template <>
struct ordered_key<int> : signed_key<int, unsigned> {};
template <>
struct ordered_key<unsigned> : unsigned_key<unsigned, unsigned> {};
template <>
struct ordered_key<long long> : signed_key<long long, unsigned long long> {};
template <>
struct ordered_key<unsigned long long> : unsigned_key<unsigned long long, unsigned long long> {};
template <>
struct ordered_key<float> : float_key<float, unsigned> {};
template <>
struct ordered_key<double> : float_key<double, unsigned long long> {};

}  // namespace sort
