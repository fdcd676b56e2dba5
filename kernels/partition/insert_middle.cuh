#pragma once

#include "common/dependent_launch.cuh"
#include "partition/warp_split.cuh"

// The middle one of three parts, whose place is known when all elements have been counted.
// `counts`: how many are below the pivot and how many equal to it.

namespace partition {

// Moves the equal elements from a temporary array. Each warp moves one chunk after another.
template <class T, class Payload, int block>
__global__ void __launch_bounds__(block)
    insert_middle(const T* aside, const Payload* payloads_aside, T* keys_out, Payload* payloads_out,
                  const unsigned long long* counts) {
  constexpr size_t chunk = 1024;
  dependent_launch::wait_and_trigger();
  const size_t below = counts[0], equal = counts[1];
  const size_t warp = (size_t(blockIdx.x) * block + threadIdx.x) / 32;
  for (size_t begin = warp * chunk; begin < equal;
       begin += size_t(gridDim.x) * (block / 32) * chunk) {
    const unsigned count = equal - begin < chunk ? unsigned(equal - begin) : unsigned(chunk);
    copy_run(keys_out + below + begin, aside + begin, count);
    if constexpr (sort::is_payload<Payload>)
      copy_run(payloads_out + below + begin, payloads_aside + begin, count);
  }
}

// For elements whose equality to the pivot says all of them.
template <class T, int block>
__global__ void __launch_bounds__(block)
    fill_middle(T* keys_out, T pivot, const unsigned long long* counts) {
  const size_t end = counts[0] + counts[1];
  for (size_t i = counts[0] + size_t(blockIdx.x) * block + threadIdx.x; i < end;
       i += size_t(gridDim.x) * block)
    keys_out[i] = pivot;
}

}  // namespace partition
