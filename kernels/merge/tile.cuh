#pragma once

#include "common/vectors.cuh"
#include "merge/thread_sort.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"

// A block's tile of keys in shared memory, with their payloads if any. Thread t owns `items` keys
// from t * items on. If `items` is odd, the lanes of a warp then access different banks. If it is a
// power of two, `padded` leaves out a word after every 32 keys to the same effect.

namespace merge {

using sort::is_payload;
using sort::no_payload;

template <class Bits>
constexpr Bits highest_key = ~Bits(0);

// Consecutive keys in memory, and their payloads.
template <class Key, class Payload>
struct stretch {
  const Key* keys;
  const Payload* payloads;
  __device__ stretch operator+(long long i) const { return {keys + i, payloads + i}; }
  __device__ stretch operator-(long long i) const { return {keys - i, payloads - i}; }
};

template <class Bits, class Payload, int block, int items, bool padded = false>
struct tile {
  static constexpr unsigned size = block * items;
  static constexpr bool with_payload = is_payload<Payload>;
  static_assert(!padded || !with_payload);
  Bits* keys;
  Payload* payloads;

  // In dynamic shared memory of size * (sizeof(Bits) + sizeof(Payload)) bytes, 1/32 more if padded.
  __device__ explicit tile(unsigned char* shared)
      : keys(reinterpret_cast<Bits*>(shared)),
        payloads(reinterpret_cast<Payload*>(shared + size * sizeof(Bits))) {}

  __device__ Bits& key(unsigned slot) const { return keys[padded ? slot + slot / 32 : slot]; }

  __device__ void put(const Bits (&key)[items], const Payload (&payload)[items]) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      this->key(threadIdx.x * items + k) = key[k];
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

  // Keys, and the payloads in their slots.
  __device__ void take(const slotted_key<Bits> (&from)[items], Bits (&key)[items],
                       Payload (&payload)[items]) const {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      key[k] = from[k].bits();
      payload[k] = payloads[from[k].slot()];
    }
  }

  // Loads `count` keys, first those of run a and then those of run b, into the slots from 0 on;
  // neighbouring lanes load neighbouring keys. The slots after them get the highest key, as if b
  // went on.
  template <class Key>
  __device__ void load(const stretch<Key, Payload>& a, const stretch<Key, Payload>& b,
                       unsigned a_count, unsigned count) {
    if (count == size)
      load_part<true>(a, b, a_count, count);
    else
      load_part<false>(a, b, a_count, count);
  }

  // Stores the first `count` slots.
  template <class Key>
  __device__ void store(Key* to, Payload* payloads_to, unsigned count) const {
    const auto convert = [](Bits word) { return sort::ordered_key<Key>::to(word); };
    if constexpr (padded) {
      for (unsigned i = threadIdx.x; i < count; i += block) to[i] = convert(key(i));
    } else {
      copy_out(to, keys, count, convert);
    }
    if constexpr (with_payload)
      copy_out(payloads_to, payloads, count, [](Payload payload) { return payload; });
  }

 private:
  // One pointer per thread and source, so that the offsets of all of its keys are constants.
  template <bool is_full, class Key>
  __device__ void load_part(const stretch<Key, Payload>& a, const stretch<Key, Payload>& b,
                            unsigned a_count, unsigned count) {
    const auto from_a = a + threadIdx.x;
    const auto from_b = b + (long long)(threadIdx.x) - (long long)(a_count);
    Key key[items];
    Payload payload[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned slot = k * block + threadIdx.x;
      if (is_full || slot < count) {
        key[k] = (slot < a_count ? from_a.keys : from_b.keys)[k * block];
        if constexpr (with_payload)
          payload[k] = (slot < a_count ? from_a.payloads : from_b.payloads)[k * block];
      }
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned slot = k * block + threadIdx.x;
      const bool has = is_full || slot < count;
      keys[slot] = has ? sort::ordered_key<Key>::from(key[k]) : highest_key<Bits>;
      if constexpr (with_payload) payloads[slot] = has ? payload[k] : Payload{};
    }
  }

  template <class To, class From, class Convert>
  __device__ static void copy_out(To* to, const From* from, unsigned count, Convert convert) {
    constexpr int width = 16 / sizeof(To);
    if (count == size && reinterpret_cast<size_t>(to) % 16 == 0) {
#pragma unroll
      for (unsigned v = threadIdx.x; v < size / width; v += block) {
        const auto words = reinterpret_cast<const common::vector_of<From, 16>*>(from)[v];
        common::vector_of<To, 16> results;
#pragma unroll
        for (int j = 0; j < width; ++j) results.set(j, convert(words[j]));
        reinterpret_cast<common::vector_of<To, 16>*>(to)[v] = results;
      }
    } else {
      for (unsigned i = threadIdx.x; i < count; i += block) to[i] = convert(from[i]);
    }
  }
};

}  // namespace merge
