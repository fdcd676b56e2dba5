#pragma once

#include "common/dependent_launch.cuh"
#include "merge/rank.cuh"
#include "sort/record.cuh"

// Merges consecutive pairs of sorted runs by ranks. Every stride-th key of each run is a sample. A
// sample and its rank in the sibling run cut both runs. Between two cuts there are at most `stride`
// keys of each run, an elementary interval, which one block merges by ranking each key in the other
// part.

namespace merge {

// Two consecutive runs of at most `run` of n keys.
struct run_pair {
  size_t first;
  unsigned a_count, b_count;

  __device__ run_pair(size_t index, unsigned run, size_t n) : first(index * 2 * run) {
    const size_t left = n - first;
    a_count = left < run ? unsigned(left) : run;
    b_count = left - a_count < run ? unsigned(left - a_count) : run;
  }
};

// Where both runs of a pair are cut: the number of keys before the cut.
struct cut {
  unsigned a, b;
};

__device__ constexpr unsigned ceil_divide(unsigned n, unsigned by) {
  return n / by + (n % by != 0);
}

// One sample per thread. The samples before a cut are those before it in its own run and, by its
// rank, in the sibling: so the cuts of a pair are merged without a further search.
template <class Key, int stride>
__global__ void rank_samples(const Key* keys, size_t n, unsigned run, unsigned samples, cut* cuts) {
  const unsigned sample = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= samples) return;
  const unsigned per_run = ceil_divide(run, stride);
  const unsigned of_run = sample / per_run, own = sample % per_run * stride;
  const bool second = of_run % 2 != 0;
  const run_pair pair(of_run / 2, run, n);
  const sort::record_source<Key, sort::no_payload> all{keys, nullptr};

  const size_t a = pair.first, b = a + pair.a_count;
  dependent_launch::wait_and_trigger();
  const unsigned rank = rank_of(all.key((second ? b : a) + own), second, all, second ? a : b,
                                second ? pair.a_count : pair.b_count);
  const unsigned place = own / stride + ceil_divide(rank, stride);
  cuts[of_run / 2 * 2 * per_run + place] = second ? cut{rank, own} : cut{own, rank};
}

// One interval per block of `stride` threads: from its cut to the next one of the pair.
template <class Key, class Payload, int stride>
__global__ void __launch_bounds__(stride)
    merge_intervals(const Key* keys, const Payload* payloads, Key* merged_keys,
                    Payload* merged_payloads, size_t n, unsigned run, const cut* cuts) {
  using bits = typename sort::ordered_key<Key>::bits;
  __shared__ sort::record_storage<bits, Payload, 2 * stride> shared;
  const auto staged = shared.array();
  const sort::record_source<Key, Payload> from{keys, payloads};
  const sort::record_array<Key, Payload> to{merged_keys, merged_payloads};

  const unsigned per_pair = 2 * ceil_divide(run, stride);
  const run_pair pair(blockIdx.x / per_pair, run, n);
  const bool last = blockIdx.x + 1 == gridDim.x || (blockIdx.x + 1) % per_pair == 0;
  dependent_launch::wait_and_trigger();
  const cut begin = cuts[blockIdx.x];
  const cut end = last ? cut{pair.a_count, pair.b_count} : cuts[blockIdx.x + 1];
  const unsigned a_count = end.a - begin.a, b_count = end.b - begin.b, i = threadIdx.x;

  if (i < a_count) staged.store(i, from.load(pair.first + begin.a + i));
  if (i < b_count) staged.store(a_count + i, from.load(pair.first + pair.a_count + begin.b + i));
  __syncthreads();
  typename decltype(staged)::element a, b;
  unsigned a_place, b_place;
  if (i < a_count) {
    a = staged.load(i);
    a_place = i + rank_of(a.key, false, staged, a_count, b_count);
  }
  if (i < b_count) {
    b = staged.load(a_count + i);
    b_place = i + rank_of(b.key, true, staged, 0, a_count);
  }
  __syncthreads();
  if (i < a_count) staged.store(a_place, a);
  if (i < b_count) staged.store(b_place, b);
  __syncthreads();
  const size_t first = pair.first + begin.a + begin.b;
  for (unsigned j = i; j < a_count + b_count; j += stride) to.store(first + j, staged.load(j));
}

}  // namespace merge
