#include "common/grid_barrier.cuh"
#include "sort/bitonic.cuh"
#include "sort/quicksort_split.cuh"

// Quicksort by a resident grid, in rounds. In each round the blocks share the tiles of all
// remaining segments; a barrier of the grid separates rounds. A segment is split by a pivot into
// three parts, or sorted by one block once it fits a tile. Records alternate between two arrays
// from round to round; finished keys go to the output.

namespace sort {

// State that is zeros before and after every launch. Two barriers alternate: when the first is used
// again, all blocks have left it. Three counts rotate: one is read, one grows, and one is cleared.
struct quicksort_state {
  common::grid_barrier barriers[2];
  unsigned long long added[3];
};

template <class Key, class Payload, int block, int items>
struct quicksort {
  using input_source = record_source<Key, Payload>;
  using array = record_array<Key, Payload>;
  using bits = typename array::bits;
  static constexpr int size = block * items;  // of a tile, and of what one block sorts
  static constexpr int fused = 3;
  using storage = record_storage<bits, Payload, size>;
  using list_type = segment_list<bits, size>;
  using entry_type = listed_segment<bits>;

  input_source input;
  array output, spare;
  Payload* aside;  // two arrays: payloads for the next round, and those of this one
  unsigned n, samples, max_rounds;
  entry_type* lists;  // two
  quicksort_state* state;
  storage& shared;

  __device__ list_type list_of(unsigned round) const {
    const unsigned capacity = 3 * (n / size + 1);
    return {lists + round % 2 * capacity, &state->added[round % 3]};
  }
  __device__ input_source from(unsigned round) const {
    if (round == 0) return input;
    const array last = to(round - 1);
    return {last.keys, last.payloads};
  }
  __device__ array to(unsigned round) const {
    const bool is_even = round % 2 == 0;
    return {is_even ? spare.keys : output.keys, is_even ? spare.payloads : output.payloads};
  }
  __device__ Payload* aside_of(unsigned round) const {
    return is_payload<Payload> ? aside + size_t(round % 2) * n : nullptr;
  }

  __device__ void run() const {
    if (blockIdx.x == 0 && threadIdx.x < 32) add(0, 0, n);
#pragma unroll 1
    for (unsigned round = 0;; ++round) {
      common::grid_barrier::wait(&state->barriers[round % 2]);
      const auto sizes = list_of(round).size();
      if (blockIdx.x == 0 && threadIdx.x == 0) state->added[(round + 2) % 3] = 0;
      if (sizes.segments == 0) return;
      work(round, sizes.tiles, sizes.segments);
    }
  }

  // Appends a segment to the list of a round. All lanes of one warp must call.
  __device__ void add(unsigned round, unsigned begin, unsigned length) const {
    if (length == 0) return;
    const bool splits = length > size && round < max_rounds;
    const bits pivot = splits ? median_of_samples(from(round), begin, length, samples) : 0;
    if (threadIdx.x % 32 == 0)
      list_of(round).add(
          {pivot, begin, length, splits ? segment_work::split : segment_work::finish, 0});
  }

  // Each block takes an equal number of consecutive tiles.
  __device__ void work(unsigned round, unsigned tiles, unsigned segments) const {
    const list_type current = list_of(round);
    unsigned tile = unsigned(size_t(tiles) * blockIdx.x / gridDim.x);
    const unsigned end = unsigned(size_t(tiles) * (blockIdx.x + 1) / gridDim.x);
    if (tile == end) return;
    for (unsigned i = current.segment_of(tile, segments); tile < end; ++i) {
      const segment<bits> own = current.entries[i].range;
      const unsigned first = tile - own.first_tile, left = own.tiles(size) - first;
      const unsigned count = left < end - tile ? left : end - tile;
      if (own.work == segment_work::split)
        split(round, current.entries[i], own, first, count);
      else if (own.work == segment_work::fill)
        fill(round, own, first * size + threadIdx.x, (first + count) * size, block);
      else
        finish(round, own);
      tile += count;
    }
  }

  __device__ void split(unsigned round, entry_type& entry, const segment<bits>& own, unsigned first,
                        unsigned count) const {
    constexpr unsigned chunk = 32 * items;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned begin = (first + i) * size + threadIdx.x / 32 * chunk;
      if (begin >= own.length) break;
      const unsigned present = own.length - begin < chunk ? own.length - begin : chunk;
      const three_way_chunks<bits, Payload, items> mine(from(round), own.begin + begin, present,
                                                        own.pivot);
      mine.store(own, entry.found, to(round), aside_of(round));
    }
    __syncthreads();
    if (threadIdx.x >= 32) return;
    unsigned done = 0;
    if (threadIdx.x == 0) {
      __threadfence();  // the block's stores before the count
      done = atomicAdd(&entry.tiles_done, count) + count;
      __threadfence();  // the count before the other blocks' stores
    }
    if (warp::shuffle_from(done, 0) == own.tiles(size)) {
      __syncwarp();
      divide(round, entry, own);
    }
  }

  // The block that completes the split of a segment decides on its parts: those below and above the
  // pivot are segments of the next round, and the keys equal to it are filled in.
  __device__ void divide(unsigned round, const entry_type& entry, const segment<bits>& own) const {
    const unsigned below = memory::load_relaxed(&entry.found[0]);
    const unsigned above = memory::load_relaxed(&entry.found[1]);
    add(round + 1, own.begin, below);
    add(round + 1, own.begin + own.length - above, above);
    const unsigned middle = own.begin + below, equal = own.length - below - above;
    const segment<bits> filled{own.pivot, middle, equal, segment_work::fill, own.begin};
    if (equal <= 32 * items)
      fill(round + 1, filled, threadIdx.x, equal, 32);
    else if (threadIdx.x == 0)
      list_of(round + 1).add(filled);
  }

  // Stores keys equal to the pivot, with their payloads, to their final places.
  __device__ void fill(unsigned round, const segment<bits>& own, unsigned first, unsigned end,
                       unsigned stride) const {
    for (unsigned i = first; i < end && i < own.length; i += stride) {
      record<bits, Payload> filled{own.pivot, {}};
      if constexpr (is_payload<Payload>) filled.payload = aside_of(round - 1)[own.aside + i];
      output.store(own.begin + i, filled);
    }
  }

  __device__ void finish(unsigned round, const segment<bits>& own) const {
    const input_source source = from(round);
    const array final{output.keys + own.begin, output.payloads + own.begin};
    if (own.length > size) return finish_long(source, own, final);
    finish_short(source, own, final);
  }

  // A bitonic network in shared memory.
  __device__ void finish_short(const input_source& source, const segment<bits>& own,
                               const array& final) const {
    const auto staged = shared.array();
    for (unsigned i = threadIdx.x; i < own.length; i += block)
      staged.store(i, source.load(own.begin + i));
    __syncthreads();
    for (int log_span = 1; 1u << (log_span - 1) < own.length; ++log_span) {
      int left = log_span;
      left -= max_tile_steps<block, size, fused, true>(staged, left, own.length);
      while (left > 0) left -= max_tile_steps<block, size, fused, false>(staged, left, own.length);
    }
    // No barrier is needed: a thread overwrites only its own records with those of the next
    // segment.
    for (unsigned i = threadIdx.x; i < own.length; i += block) final.store(i, staged.load(i));
  }

  // For segments that are still long after `max_rounds` rounds: a bitonic network in the output, in
  // global memory. Its time does not depend on the keys.
  __device__ void finish_long(const input_source& source, const segment<bits>& own,
                              const array& final) const {
    for (unsigned i = threadIdx.x; i < own.length; i += block)
      final.store(i, source.load(own.begin + i));
    __syncthreads();
    for (int log_span = 1; size_t(1) << (log_span - 1) < own.length; ++log_span) {
      long_step<true>(final, own.length, log_span, log_span);
      for (int left = log_span - 1; left > 0; --left)
        long_step<false>(final, own.length, log_span, left);
    }
  }

  // One step of all merges to spans of 2^log_span records, which compares halves of 2^log_part.
  template <bool mirrored>
  __device__ static void long_step(const array& data, unsigned length, int log_span, int log_part) {
    const int log_unit = log_part - 1;
    const size_t unit = size_t(1) << log_unit;
    const size_t groups = ((size_t(length) - 1 >> log_span) + 1) << (log_span - 1);
    for (size_t group = threadIdx.x; group < groups; group += block)
      group_steps<1, mirrored>(data, group >> log_unit << log_part, unit, group & (unit - 1),
                               length);
    __syncthreads();
  }
};

// `lists` has room for 2 * 3 * (n / tile + 1) segments, `spare` for n records, and `aside` for 2 *
// n payloads, if there are any. A segment is split in the first `max_rounds` rounds only.
template <class Key, class Payload, int block, int items>
__global__ void __launch_bounds__(block, 1024 / block)
    quicksort_ballot(const Key* input, const Payload* input_payload, Key* output,
                     Payload* output_payload, Key* spare, Payload* spare_payload, Payload* aside,
                     unsigned n, unsigned samples, unsigned max_rounds,
                     listed_segment<typename ordered_key<Key>::bits>* lists,
                     quicksort_state* state) {
  using algorithm = quicksort<Key, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename algorithm::storage&>(dynamic);
  algorithm{{input, input_payload},
            {output, output_payload},
            {spare, spare_payload},
            aside,
            n,
            samples,
            max_rounds,
            lists,
            state,
            shared}
      .run();
}

}  // namespace sort
