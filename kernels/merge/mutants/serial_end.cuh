#pragma once

#include "merge/thread_serial_vec4.cuh"

// The pass of merge/thread_serial_vec4.cuh with the end that its text describes: when either run is
// empty, the rest of the other is copied. `End::put` handles the vector that is still in registers,
// and returns where the rest goes. Runs of n keys are complete.

namespace merge::mutants {

template <class End, class Key, int width, class Network, int block>
__device__ void merge_with_end(const Key* input, Key* output, size_t n, size_t run) {
  using keys = key_vector<Key, width>;
  const size_t base = (size_t(blockIdx.x) * block + threadIdx.x) * 2 * run;
  if (base + 2 * run > n) return;
  vector_run<Key, width, 1> a(input + base, run, false), b(input + base + run, run, false);
  output += base;
  keys held = a.take();
  while (a.left() > 0 && b.left() > 0) {
    keys next = a.head() <= b.head() ? a.take() : b.take();
    merge_vectors<Network>(held, next);
    held.store(output, width, false);
    held = next;
    output += width;
  }
  output = End::template put<width>(held, output);
  for (; a.left() + b.left() > 0; output += width)
    (a.left() > 0 ? a.take() : b.take()).store(output, width, false);
}

}  // namespace merge::mutants
