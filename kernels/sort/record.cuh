#pragma once

#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// A key as an ordered word, with its payload. Keys and payloads are in separate arrays; the latter
// is null if there are none.

namespace sort {

template <class Bits, class Payload>
struct record {
  Bits key;
  [[no_unique_address]] Payload payload;
};

template <class Key, class Payload>
struct record_source {
  using bits = typename ordered_key<Key>::bits;
  using element = record<bits, Payload>;

  const Key* keys;
  const Payload* payloads;

  __device__ bits key(size_t i) const { return ordered_key<Key>::from(keys[i]); }

  __device__ element load(size_t i) const {
    element loaded{key(i), {}};
    if constexpr (is_payload<Payload>) loaded.payload = payloads[i];
    return loaded;
  }
};

// An array of ordered words is an array of unsigned keys.
template <class Key, class Payload>
struct record_array {
  using source = record_source<Key, Payload>;
  using bits = typename source::bits;
  using element = typename source::element;

  Key* keys;
  Payload* payloads;

  __device__ bits key(size_t i) const { return source{keys, payloads}.key(i); }
  __device__ element load(size_t i) const { return source{keys, payloads}.load(i); }

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
