#pragma once

#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// What is moved when keys are sorted: a key as an ordered word, with what travels with it.

namespace sort {

template <class Bits, class Payload>
struct record {
  Bits key;
  [[no_unique_address]] Payload payload;
};

// Keys and payloads side by side in two arrays, the latter null where there are none. An array of
// ordered words is an array of unsigned keys.
template <class Key, class Payload>
struct record_array {
  using bits = typename ordered_key<Key>::bits;
  using element = record<bits, Payload>;

  Key* keys;
  Payload* payloads;

  __device__ bits key(size_t i) const { return ordered_key<Key>::from(keys[i]); }

  __device__ element load(size_t i) const {
    element loaded{key(i), {}};
    if constexpr (is_payload<Payload>) loaded.payload = payloads[i];
    return loaded;
  }

  __device__ void store(size_t i, const element& stored) const {
    keys[i] = ordered_key<Key>::to(stored.key);
    if constexpr (is_payload<Payload>) payloads[i] = stored.payload;
  }
};

// Room for `count` records in shared memory.
template <class Bits, class Payload, int count>
struct record_storage {
  Bits keys[count];
  Payload payloads[is_payload<Payload> ? count : 1];

  __device__ record_array<Bits, Payload> array() { return {keys, payloads}; }
};

}  // namespace sort
