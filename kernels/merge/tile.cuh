#pragma once

#include "common/vectors.cuh"
#include "merge/thread_sort.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// A block's tile of keys in shared memory, with their payloads if they have any. Thread t owns the
// keys from t * items on: where `items` is odd, the lanes of a warp then touch different banks.

namespace merge {

using sort::is_payload;
using sort::no_payload;

template <class Bits>
constexpr Bits highest_key = ~Bits(0);

template <class Bits, class Payload, int block, int items>
struct tile {
  static constexpr unsigned size = block * items;
  static constexpr bool with_payload = is_payload<Payload>;
  Bits* keys;
  Payload* payloads;

  // In dynamic shared memory of size * (sizeof(Bits) + sizeof(Payload)) bytes.
  __device__ explicit tile(unsigned char* shared)
      : keys(reinterpret_cast<Bits*>(shared)),
        payloads(reinterpret_cast<Payload*>(shared + size * sizeof(Bits))) {}

  __device__ void put(const Bits (&key)[items], const Payload (&payload)[items]) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      keys[threadIdx.x * items + k] = key[k];
      if constexpr (with_payload) payloads[threadIdx.x * items + k] = payload[k];
    }
  }

  // A thread's own keys, with their slots.
  __device__ void get(slotted_key<Bits> (&key)[items]) const {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned slot = threadIdx.x * items + k;
      key[k] = slotted_key<Bits>::of(keys[slot], slot);
    }
  }

  // Keys, and the payloads that lie in their slots.
  __device__ void take(const slotted_key<Bits> (&from)[items], Bits (&key)[items],
                       Payload (&payload)[items]) const {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      key[k] = from[k].bits();
      payload[k] = payloads[from[k].slot()];
    }
  }

  // Elements of memory into the slots of the same number, neighbouring lanes side by side.
  // `place(i)` is where the element of slot i stands. Slots from `count` on get the highest key.
  template <class Key, class Place>
  __device__ void load(const Key* from, const Payload* payloads_from, unsigned count, Place place) {
    Key key[items];
    Payload payload[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned i = k * block + threadIdx.x;
      if (i < count) {
        key[k] = from[place(i)];
        if constexpr (with_payload) payload[k] = payloads_from[place(i)];
      }
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned i = k * block + threadIdx.x;
      keys[i] = i < count ? sort::ordered_key<Key>::from(key[k]) : highest_key<Bits>;
      if constexpr (with_payload) payloads[i] = i < count ? payload[k] : Payload{};
    }
  }

  // The first `count` slots into memory.
  template <class Key>
  __device__ void store(Key* to, Payload* payloads_to, unsigned count) const {
    copy_out(to, keys, count, [](Bits word) { return sort::ordered_key<Key>::to(word); });
    if constexpr (with_payload)
      copy_out(payloads_to, payloads, count, [](Payload payload) { return payload; });
  }

 private:
  template <class To, class From, class Convert>
  __device__ static void copy_out(To* to, const From* from, unsigned count, Convert convert) {
    constexpr int width = 16 / sizeof(To);
    if (count == size && reinterpret_cast<size_t>(to) % 16 == 0) {
#pragma unroll
      for (unsigned v = threadIdx.x; v < size / width; v += block) {
        const auto words = reinterpret_cast<const vector_of<From, 16>*>(from)[v];
        vector_of<To, 16> results;
#pragma unroll
        for (int j = 0; j < width; ++j) results.set(j, convert(words[j]));
        reinterpret_cast<vector_of<To, 16>*>(to)[v] = results;
      }
    } else {
      for (unsigned i = threadIdx.x; i < count; i += block) to[i] = convert(from[i]);
    }
  }
};

}  // namespace merge
