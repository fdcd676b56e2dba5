#pragma once

#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// The elements that a pass of a radix sort reads or writes, in memory. They are keys of type Key,
// with payloads in another array if there are any, or one of
//   packed<Key>   keys and payloads of 4 bytes, in two arrays, which move as one word of 8 bytes,
//                 the key in its upper half
//   indexed<Key>  keys whose payloads are their indices, which are not in memory

namespace sort {

template <class Key>
struct packed {};
template <class Key>
struct indexed {};

template <class Key>
struct ordered_key<packed<Key>> {
  using bits = unsigned long long;
};
template <class Key>
struct ordered_key<indexed<Key>> : ordered_key<Key> {};

// The arrays of keys and payloads of packed<Key>.
template <class Key, class Payload>
struct pair_of_arrays {
  Key* keys;
  Payload* payloads;
  __device__ pair_of_arrays operator+(unsigned i) const { return {keys + i, payloads + i}; }
};

// Stands for an array of which element i is begin + i.
struct index_array {
  unsigned begin;
  __device__ index_array operator+(unsigned i) const { return {begin + i}; }
  __device__ unsigned operator[](unsigned i) const { return begin + i; }
};

// The types of the arrays, and what is read from them.
template <class Element, class Payload>
struct radix_memory {
  using key = Element;
  using payload = Payload;
  template <class Key>
  __device__ static Key* keys(Key* keys, const Payload*) {
    return keys;
  }
  __device__ static const Payload* payloads(const Payload* payloads) { return payloads; }
};

template <class Key>
struct radix_memory<packed<Key>, no_payload> {
  using key = Key;
  using payload = unsigned;
  template <class K, class P>
  __device__ static pair_of_arrays<K, P> keys(K* keys, P* payloads) {
    return {keys, payloads};
  }
  __device__ static const no_payload* payloads(const unsigned*) { return nullptr; }
};

template <class Key, class Payload>
struct radix_memory<indexed<Key>, Payload> : radix_memory<Key, Payload> {
  __device__ static index_array payloads(const Payload*) { return {0}; }
};

// One element as a word that compares as the key does.
template <class Key>
__device__ auto read_key(const Key* from, unsigned i) {
  return ordered_key<Key>::from(from[i]);
}
template <class Key, class Payload>
__device__ auto read_key(pair_of_arrays<Key, Payload> from, unsigned i) {
  return (unsigned long long)read_key(from.keys, i) << 32 | from.payloads[i];
}

template <class Key, class Bits>
__device__ void write_key(Key* to, unsigned i, Bits key) {
  to[i] = ordered_key<Key>::to(key);
}
template <class Key, class Payload>
__device__ void write_key(pair_of_arrays<Key, Payload> to, unsigned i, unsigned long long pair) {
  write_key(to.keys, i, unsigned(pair >> 32));
  to.payloads[i] = Payload(pair);
}

}  // namespace sort
