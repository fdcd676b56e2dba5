#pragma once

#include "common/bulk_copy.cuh"
#include "common/vectors.cuh"
#include "merge/tile.cuh"

// One pass of a merge sort that merges groups of `ways` runs of `run` keys. As with two runs (merge
// path), a block produces a tile of the result of the same size in each pass: the first d keys of
// the merge are the first keys of each run, and a search finds how many of each. Equal keys come in
// the order of their runs, so that the merge is stable.

namespace merge {

// How many of the first d keys of the merge are of each run: `at`. Each step halves the interval of
// one run. If the keys before the middles of all intervals are at least d, then the greatest of the
// middle keys is not among the first d; if they are fewer, the least of them is.
template <class Bits, int ways, class Read>
__device__ void split_many(unsigned d, const unsigned (&length)[ways], Read key,
                           unsigned (&at)[ways]) {
  unsigned high[ways] = {};
  Bits middle_key[ways];
  const auto middle = [&](int r) { return at[r] + (high[r] - at[r]) / 2; };
#pragma unroll
  for (int r = 0; r < ways; ++r) {
    at[r] = 0;
    high[r] = length[r] < d ? length[r] : d;
    if (high[r] > 0) middle_key[r] = key(r, middle(r));
  }
  for (;;) {
    unsigned before = 0;
    int least = -1, greatest = -1;
    Bits least_key{}, greatest_key{};
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      before += middle(r);
      if (at[r] == high[r]) continue;
      if (least < 0 || middle_key[r] < least_key) least = r, least_key = middle_key[r];
      if (greatest < 0 || !(middle_key[r] < greatest_key))
        greatest = r, greatest_key = middle_key[r];
    }
    if (least < 0) return;
    const int halved = before < d ? least : greatest;
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      if (r != halved) continue;
      if (before < d)
        at[r] = middle(r) + 1;
      else
        high[r] = middle(r);
      if (at[r] < high[r]) middle_key[r] = key(r, middle(r));
    }
  }
}

// Neighbouring runs in memory that become one.
template <int ways>
struct group_of_runs {
  size_t begin, run;
  unsigned length[ways], total;

  __device__ group_of_runs(size_t n, size_t run_length, unsigned number)
      : begin(ways * run_length * number), run(run_length), total(0) {
    size_t left = n - begin;
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      length[r] = unsigned(run < left ? run : left);
      left -= length[r];
      total += length[r];
    }
  }
};

// The number of keys of each run before each tile of each group; one tile per thread.
template <class Key, int block, int ways>
__global__ void __launch_bounds__(block)
    find_multiway_splits(const Key* keys, size_t n, size_t run, unsigned tile_size,
                         unsigned tiles_per_group, unsigned tiles, unsigned* splits) {
  using bits = typename sort::ordered_key<Key>::bits;
  const unsigned tile = blockIdx.x * block + threadIdx.x;
  if (tile >= tiles) return;
  const group_of_runs<ways> runs(n, run, tile / tiles_per_group);
  const size_t d = size_t(tile % tiles_per_group) * tile_size;
  if (d > runs.total) return;
  unsigned at[ways];
  split_many<bits>(
      unsigned(d), runs.length,
      [&](int r, unsigned i) {
        return sort::ordered_key<Key>::from(keys[runs.begin + r * run + i]);
      },
      at);
#pragma unroll
  for (int r = 0; r < ways; ++r) splits[size_t(tile) * ways + r] = at[r];
}

// A part of a run: `count` elements from index `from` of the group on, which are in slots from
// `slot` on of the tile.
struct part_of_run {
  unsigned from, count, slot;
};

// The elements pass through registers. Parts are in adjacent slots.
struct by_registers {
  static constexpr bool has_barriers = false;
  static constexpr unsigned slack = 0;  // slots per part beyond its elements

  template <int block, int items, class T, int ways>
  __device__ static void load(T* to, const T* group, part_of_run (&parts)[ways], bulk::barrier&) {
    unsigned end = 0;
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      parts[r].slot = end;
      end += parts[r].count;
    }
    T held[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned slot = k * block + threadIdx.x;
      unsigned shift = parts[0].from;
#pragma unroll
      for (int r = 1; r < ways; ++r)
        if (slot >= parts[r].slot) shift = parts[r].from - parts[r].slot;
      if (slot < end) held[k] = group[shift + slot];
    }
#pragma unroll
    for (int k = 0; k < items; ++k)
      if (k * block + threadIdx.x < end) to[k * block + threadIdx.x] = held[k];
  }
  __device__ static void wait(bulk::barrier&) {}
};

// One thread requests the aligned vectors of each part as a bulk copy (compute capability 9.0), and
// others load the elements before and after them. Parts begin in slots in which their vectors are
// aligned.
struct by_bulk_copies {
  static constexpr bool has_barriers = true;
  static constexpr unsigned slack = 8;

  template <int block, int items, class T, int ways>
  __device__ static void load(T* to, const T* group, part_of_run (&parts)[ways],
                              bulk::barrier& arrived) {
    constexpr unsigned width = 16 / sizeof(T);
    static_assert(2 * (width - 1) <= slack, "slots before a part, and before its first vector");
    unsigned end = 0, bytes = 0;
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      const common::vector_span<T, 16> span(group + parts[r].from, parts[r].count);
      const unsigned head = unsigned(span.head);
      parts[r].slot = (end + width - 1) / width * width + (width - head) % width;
      end = parts[r].slot + parts[r].count;
      bytes += unsigned(span.vectors) * 16;
      const unsigned lane = threadIdx.x % 32, outside = head + parts[r].count - span.tail_begin;
      if (threadIdx.x / 32 == r % (block / 32) && lane < outside) {
        const unsigned i = lane < head ? lane : unsigned(span.tail_begin) + lane - head;
        to[parts[r].slot + i] = group[parts[r].from + i];
      }
    }
    if (threadIdx.x != 0) return;
    bulk::arrive_and_expect(arrived, bytes);
#pragma unroll
    for (int r = 0; r < ways; ++r) {
      const common::vector_span<T, 16> span(group + parts[r].from, parts[r].count);
      if (span.vectors > 0)
        bulk::load(to + parts[r].slot + span.head, span.wide, unsigned(span.vectors) * 16, arrived);
    }
  }
  __device__ static void wait(bulk::barrier& arrived) { bulk::wait(arrived, 0); }
};

// Merges the next `items` keys from the slots `at` on, of runs that end in the slots `end`. Each
// step loads the key after the one that it took.
template <class Bits, int ways, int items, class Read, class Take>
__device__ void merge_many(unsigned (&at)[ways], const unsigned (&end)[ways], Read key, Take take) {
  Bits head[ways];
#pragma unroll
  for (int r = 0; r < ways; ++r)
    if (at[r] < end[r]) head[r] = key(at[r]);
#pragma unroll
  for (int k = 0; k < items; ++k) {
    int from = -1;
    unsigned slot = 0, stop = 0;
    Bits least{};
#pragma unroll
    for (int r = 0; r < ways; ++r)
      if (at[r] < end[r] && (from < 0 || head[r] < least))
        from = r, slot = at[r], stop = end[r], least = head[r];
    if (from >= 0) take(k, from, slot, least);
    Bits next{};
    if (slot + 1 < stop) next = key(slot + 1);
#pragma unroll
    for (int r = 0; r < ways; ++r)
      if (r == from) at[r] = slot + 1, head[r] = next;
  }
}

template <class Key, class Payload, int block, int items, int ways, class Loads>
__global__ void __launch_bounds__(block)
    multiway_path(const Key* keys, const Payload* payloads, Key* to, Payload* payloads_to, size_t n,
                  size_t run, unsigned tiles_per_group, const unsigned* splits) {
  using bits = typename sort::ordered_key<Key>::bits;
  using tile_type = tile<bits, Payload, block, items>;
  constexpr unsigned slots = tile_type::size + ways * Loads::slack;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ bulk::barrier arrived[2];
  tile_type own(shared);
  own.payloads = reinterpret_cast<Payload*>(shared + slots * sizeof(bits));
  Key* const loaded = reinterpret_cast<Key*>(shared);

  const group_of_runs<ways> runs(n, run, blockIdx.x / tiles_per_group);
  const size_t first = size_t(blockIdx.x % tiles_per_group) * tile_type::size;
  if (first >= runs.total) return;  // of a last group that is shorter than the others
  const unsigned begin = unsigned(first), left = runs.total - begin;
  const unsigned count = left < tile_type::size ? left : tile_type::size;

  if constexpr (Loads::has_barriers) {
    if (threadIdx.x < 2) bulk::init(arrived[threadIdx.x], 1);
    __syncthreads();
  }
  part_of_run parts[ways], payload_parts[ways];
#pragma unroll
  for (int r = 0; r < ways; ++r) {
    const unsigned from = splits[size_t(blockIdx.x) * ways + r];
    const unsigned end = count == left ? runs.length[r] : splits[size_t(blockIdx.x + 1) * ways + r];
    parts[r] = payload_parts[r] = {unsigned(r * run) + from, end - from, 0};
  }
  Loads::template load<block, items>(loaded, keys + runs.begin, parts, arrived[0]);
  if constexpr (is_payload<Payload>)
    Loads::template load<block, items>(own.payloads, payloads + runs.begin, payload_parts,
                                       arrived[1]);
  Loads::wait(arrived[0]);
  if constexpr (is_payload<Payload>) Loads::wait(arrived[1]);
  __syncthreads();

  unsigned length[ways], at[ways], end[ways];
#pragma unroll
  for (int r = 0; r < ways; ++r) length[r] = parts[r].count;
  const auto key_in = [&](unsigned slot) { return sort::ordered_key<Key>::from(loaded[slot]); };
  const unsigned d = threadIdx.x * items < count ? threadIdx.x * items : count;
  split_many<bits>(
      d, length, [&](int r, unsigned i) { return key_in(parts[r].slot + i); }, at);
#pragma unroll
  for (int r = 0; r < ways; ++r) {
    at[r] += parts[r].slot;
    end[r] = parts[r].slot + length[r];
  }
  bits key[items];
  Payload payload[items];
  merge_many<bits, ways, items>(at, end, key_in, [&](int k, int from, unsigned slot, bits least) {
    key[k] = least;
    if constexpr (is_payload<Payload>) {
#pragma unroll
      for (int r = 0; r < ways; ++r)
        if (r == from) slot += payload_parts[r].slot - parts[r].slot;
      payload[k] = own.payloads[slot];
    }
  });
  __syncthreads();
  own.put(key, payload);
  __syncthreads();
  own.store(to + runs.begin + begin, payloads_to + runs.begin + begin, count);
}

}  // namespace merge
