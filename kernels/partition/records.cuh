#pragma once

#include "common/operators.cuh"
#include "sort/payload.cuh"

namespace partition {

// The elements, with what travels with them, that a kernel takes from one array to another.
template <class T, class Payload>
struct records {
  static constexpr bool has_payload = sort::is_payload<Payload>;

  const T* keys;
  const Payload* payloads;
  T* keys_out;
  Payload* payloads_out;
  size_t n;
  T pivot;

  // Of NaNs no comparison is true: they go right.
  __device__ bool goes_left(T key) const { return key <= pivot; }

  // One of them, in registers.
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
