#include "common/dependent_launch.cuh"
#include "count/record.cuh"

// Makes records of sorted keys in one pass without waiting. The thread of a run's first key
// searches for its end by doubling steps, then by bisection: a run of r keys costs 2 log2(r) more
// loads. Either there are few runs, or the runs are short.

namespace count {

// The first index from `begin` on whose key is not `key`; the keys are sorted.
template <class T>
__device__ size_t end_of_run(const T* keys, size_t begin, size_t n, T key) {
  size_t inside = begin;  // Holds the key.
  size_t step = 1;
  while (inside + step < n && keys[inside + step] == key) {
    inside += step;
    step *= 2;
  }
  size_t outside = inside + step < n ? inside + step : n;
  while (outside - inside > 1) {
    const size_t middle = inside + (outside - inside) / 2;
    (keys[middle] == key ? inside : outside) = middle;
  }
  return outside;
}

template <class T, int block>
__global__ void __launch_bounds__(block)
    run_lengths(const T* keys, record* table, unsigned* used, size_t n, unsigned long long last,
                unsigned records) {
  const size_t i = size_t(blockIdx.x) * block + threadIdx.x;
  if (i >= n) return;
  dependent_launch::wait_and_trigger();
  const T key = keys[i];
  if ((i > 0 && keys[i - 1] == key) || word_of(key) > last) return;
  append(table, used, records, word_of(key), end_of_run(keys, i, n, key) - i);
}

}  // namespace count
