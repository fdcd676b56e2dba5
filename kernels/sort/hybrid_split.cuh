#include "common/dependent_launch.cuh"
#include "merge/rank.cuh"
#include "merge/thread_serial_vec4.cuh"
#include "sort/bitonic.cuh"

// Splits the keys into lists such that all keys of a list precede those of the next, and sorts all
// lists at once by the vector merge sort, one block per list.

namespace sort {

// Gaps between lists let each begin at an aligned address.
constexpr unsigned list_alignment = 32;

__device__ inline size_t padded_begin(size_t begin, unsigned list) {
  return (begin + list_alignment - 1) / list_alignment * list_alignment + list * list_alignment;
}

// One block draws `samples` keys, one at random from each of as many equal stretches of the input,
// sorts them, and takes every oversampling-th one. Keys above splitter i are in list i + 1 or
// later.
template <class Key, int block, int max_samples>
__global__ void __launch_bounds__(block)
    sample_splitters(const Key* keys, size_t n, unsigned samples, unsigned oversampling,
                     typename ordered_key<Key>::bits* splitters) {
  using bits = typename ordered_key<Key>::bits;
  extern __shared__ unsigned long long drawn[];
  const record_array<bits, no_payload> staged{reinterpret_cast<bits*>(drawn), nullptr};
  const record_source<Key, no_payload> all{keys, nullptr};
  dependent_launch::wait_and_trigger();
  for (unsigned i = threadIdx.x; i < samples; i += block) {
    const unsigned jitter = (i * 2654435761u) >> 16;  // of 2^16 parts of a stretch
    staged.store(i, all.load(((size_t(i) << 16 | jitter) * n / samples) >> 16));
  }
  __syncthreads();
  for (int log_span = 1; 1u << (log_span - 1) < samples; ++log_span) {
    int left = log_span;
    left -= max_tile_steps<block, max_samples, 2, true>(staged, left, samples);
    while (left > 0) left -= max_tile_steps<block, max_samples, 2, false>(staged, left, samples);
  }
  for (unsigned i = threadIdx.x + 1; i < samples / oversampling; i += block)
    splitters[i - 1] = staged.key(i * oversampling - 1);
}

// A block's tile of keys, and how many keys of each list it holds.
template <class Key, int block, int items, int max_lists>
struct split_tile {
  using bits = typename ordered_key<Key>::bits;
  struct storage {
    bits splitters[max_lists];
    unsigned counts[max_lists];
  };

  bits held[items];
  unsigned short list[items], rank[items];
  unsigned present;

  __device__ split_tile(storage& shared, const Key* keys, size_t n, unsigned lists,
                        const bits* splitters) {
    const size_t first = size_t(blockIdx.x) * (block * items);
    present = n - first < block * items ? unsigned(n - first) : block * items;
    for (unsigned i = threadIdx.x; i < lists; i += block) {
      shared.counts[i] = 0;
      if (i + 1 < lists) shared.splitters[i] = splitters[i];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned i = threadIdx.x + k * block;
      if (i >= present) continue;
      held[k] = ordered_key<Key>::from(keys[first + i]);
      list[k] = list_of(held[k], i, shared.splitters, lists - 1);
      rank[k] = atomicAdd(&shared.counts[list[k]], 1u);
    }
    __syncthreads();
  }

 private:
  // A key equal to some splitters may go to the list of any of them, or to the next one. Its index
  // in the tile selects one, which distributes many equal keys.
  __device__ static unsigned list_of(bits key, unsigned place, const bits* splitters,
                                     unsigned count) {
    const record_source<bits, no_payload> sorted{splitters, nullptr};
    const unsigned below = merge::rank_of(key, false, sorted, 0, count);
    if (below == count || splitters[below] != key) return below;
    const unsigned equal = merge::rank_of(key, true, sorted, below, count - below);
    return below + place % (equal + 1);
  }
};

template <class Key, int block, int items, int max_lists>
__global__ void __launch_bounds__(block)
    count_lists(const Key* keys, size_t n, unsigned lists,
                const typename ordered_key<Key>::bits* splitters, unsigned* counts) {
  using tile = split_tile<Key, block, items, max_lists>;
  __shared__ typename tile::storage shared;
  dependent_launch::wait_and_trigger();
  const tile own(shared, keys, n, lists, splitters);
  for (unsigned i = threadIdx.x; i < lists; i += block)
    if (shared.counts[i] != 0) atomicAdd(&counts[i], shared.counts[i]);
}

// `begins` is the exclusive scan of the lists' counts. `taken`, zeros at first, counts the slots of
// each list that blocks have claimed.
template <class Key, int block, int items, int max_lists>
__global__ void __launch_bounds__(block)
    scatter_to_lists(const Key* keys, size_t n, unsigned lists,
                     const typename ordered_key<Key>::bits* splitters, const unsigned* begins,
                     unsigned* taken, Key* into) {
  using tile = split_tile<Key, block, items, max_lists>;
  __shared__ typename tile::storage shared;
  dependent_launch::wait_and_trigger();
  const tile own(shared, keys, n, lists, splitters);
  for (unsigned i = threadIdx.x; i < lists; i += block)
    if (shared.counts[i] != 0) shared.counts[i] = atomicAdd(&taken[i], shared.counts[i]);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < items; ++k) {
    if (threadIdx.x + k * block >= own.present) continue;
    const size_t begin = padded_begin(begins[own.list[k]], own.list[k]);
    into[begin + shared.counts[own.list[k]] + own.rank[k]] = ordered_key<Key>::to(own.held[k]);
  }
}

// Sorts every `width` keys of a list by a network in registers.
template <class Key, int width, int block>
__device__ void sort_vectors(const Key* from, Key* to, size_t length) {
  using keys = merge::key_vector<Key, width>;
  const bool aligned_from = keys::is_aligned(from), aligned_to = keys::is_aligned(to);
  for (size_t i = size_t(threadIdx.x) * width; i < length; i += block * width) {
    keys held;
    held.load(from + i, length - i, aligned_from);
    merge::odd_even_merge::sort(held.at);
    held.store(to + i, length - i, aligned_to);
  }
}

// One block per list: all passes of the vector merge sort, alternating between `lists` and `spare`,
// the last one to the output, where the lists are contiguous.
template <class Key, int width, int ahead, int block>
__global__ void __launch_bounds__(block)
    sort_lists(Key* lists, Key* spare, Key* output, size_t n, const unsigned* begins) {
  const unsigned list = blockIdx.x;
  dependent_launch::wait_and_trigger();
  const size_t begin = begins[list], end = list + 1 < gridDim.x ? begins[list + 1] : n;
  const size_t length = end - begin, place = padded_begin(begin, list);
  int passes = 0;
  while ((size_t(width) << passes) < length) ++passes;

  Key *here = lists + place, *there = spare + place;
  for (int pass = 0; pass <= passes; ++pass) {
    Key* to = pass < passes ? there : output + begin;
    if (pass == 0) {
      sort_vectors<Key, width, block>(here, to, length);
    } else {
      const size_t run = size_t(width) << (pass - 1);
      for (size_t i = threadIdx.x * 2 * run; i < length; i += block * 2 * run)
        merge::merge_pair<Key, width, merge::half_cleaners, ahead, false>(
            here + i, to + i, length - i < 2 * run ? length - i : 2 * run, run);
    }
    __syncthreads();
    there = here;
    here = to;
  }
}

}  // namespace sort
