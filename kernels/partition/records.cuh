#pragma once

#include "common/operators.cuh"
#include "sort/payload.cuh"

namespace partition {

// The elements, with their payloads, that a kernel moves from one array to another.
template <class T, class Payload>
struct records {
  using key_type = T;
  using payload_type = Payload;
  static constexpr bool has_payload = sort::is_payload<Payload>;

  const T* keys;
  const Payload* payloads;
  T* keys_out;
  Payload* payloads_out;
  size_t n;
  T pivot;

  // Comparisons with a NaN are false: NaNs go right.
  __device__ bool goes_left(T key) const { return key <= pivot; }

  // One element with its payload, in registers.
  struct record {
    T key;
    [[no_unique_address]] Payload payload;
  };

  __device__ record load(size_t i) const {
    record r{keys[i], {}};
    if constexpr (has_payload) r.payload = payloads[i];
    return r;
  }

  __device__ void store(size_t i, const record& r) const {
    keys_out[i] = r.key;
    if constexpr (has_payload) payloads_out[i] = r.payload;
  }
};

__device__ inline unsigned lanes_below() { return (1u << threadIdx.x % 32) - 1; }

}  // namespace partition
