#pragma once

#include "merge/thread_serial_vec4.cuh"

// The pass of merge/thread_serial_vec4.cuh with another step: `Step::split` separates the lower
// half of two vectors' keys from the upper. Runs of n keys are complete.

namespace merge::mutants {

template <class Step, class Key, int width, class Network, int block>
__device__ void merge_by_step(const Key* input, Key* output, size_t n, size_t run) {
  using keys = key_vector<Key, width>;
  const size_t base = (size_t(blockIdx.x) * block + threadIdx.x) * 2 * run;
  if (base + 2 * run > n) return;
  vector_run<Key, width, 1> a(input + base, run, false), b(input + base + run, run, false);
  output += base;
  keys held = a.take();
  for (size_t left = 2 * run; left > width; left -= width, output += width) {
    const bool from_a = b.left() == 0 || (a.left() > 0 && a.head() <= b.head());
    keys next = from_a ? a.take() : b.take();
    Step::split(held, next);
    Network::sort(held.at);
    Network::sort(next.at);
    held.store(output, width, false);
    held = next;
  }
  held.store(output, width, false);
}

}  // namespace merge::mutants
