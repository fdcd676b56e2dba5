#pragma once

#include "common/operators.cuh"
#include "common/warp_scan.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"
#include "sort/radix_digit.cuh"

// A tile of keys, sorted by one digit within a block.
//
// Each warp holds 32 * items consecutive keys; a thread's item j is the one at 32 * j + lane, so
// that (j, lane) is the order of the input. Every warp has a counter per digit in shared memory.
// Counting fills them; placing turns them into the places where the warp's first key of each digit
// goes; ranking moves them on, row by row. So equal digits keep their order.

namespace sort {

template <class Bits, class Payload, int threads, int items_per_thread, class Matching>
struct radix_tile {
  static constexpr int block = threads;
  static constexpr int items = items_per_thread;
  static constexpr int warps = block / 32;
  static constexpr int size = block * items;
  static constexpr int row_words = radix_digits + Matching::words;

  // The first threads take `digits_each` neighbouring digits each.
  static constexpr int digits_each = (radix_digits + block - 1) / block;
  static constexpr int digit_threads = radix_digits / digits_each;
  static_assert(radix_digits % digits_each == 0 && digit_threads % 32 == 0);

  struct storage {
    Bits keys[size];  // in the order of the digit
    Payload payload[is_payload<Payload> ? size : 16];
    alignas(16) unsigned rows[warps][row_words];  // counters, and what matching needs
    unsigned offsets[radix_digits];               // for the kernel that uses the tile
  };
  struct totals {
    unsigned of_warp[digit_threads / 32];
  };

  Bits keys[items];
  Payload payload[items];
  unsigned start[digits_each];  // where each of the thread's digits begins in the tile
  unsigned count[digits_each];

  __device__ static unsigned lane() { return threadIdx.x % 32; }
  __device__ static unsigned warp_index() { return threadIdx.x / 32; }
  __device__ static bool has_digits() { return threadIdx.x < digit_threads; }
  __device__ static unsigned digit(int e) { return threadIdx.x * digits_each + e; }
  __device__ static unsigned place_in_tile(int j) {
    return warp_index() * (32 * items) + 32 * j + lane();
  }

  // The `present` elements from there on. Keys beyond the end are the greatest of all and come last
  // in the tile.
  template <class Key>
  __device__ void load(const Key* from, unsigned present) {
#pragma unroll
    for (int j = 0; j < items; ++j)
      keys[j] = present == size || place_in_tile(j) < present
                    ? ordered_key<Key>::from(from[place_in_tile(j)])
                    : ~Bits(0);
  }
  __device__ void load_payload(const Payload* from, unsigned present) {
    if constexpr (is_payload<Payload>) {
#pragma unroll
      for (int j = 0; j < items; ++j)
        payload[j] =
            present == size || place_in_tile(j) < present ? from[place_in_tile(j)] : Payload();
    }
  }

  // The keys that rank() has put in order. Barriers of the block must stand before, and between
  // this and the next rank().
  __device__ void take_in_order(const storage& shared) {
#pragma unroll
    for (int j = 0; j < items; ++j) {
      keys[j] = shared.keys[place_in_tile(j)];
      if constexpr (is_payload<Payload>) payload[j] = shared.payload[place_in_tile(j)];
    }
  }

  // By each warp, before it counts.
  __device__ static void clear(storage& shared) {
    unsigned* row = shared.rows[warp_index()];
#pragma unroll
    for (int i = 0; i < row_words / 128; ++i)
      reinterpret_cast<uint4*>(row)[32 * i + lane()] = uint4{0, 0, 0, 0};
    __syncwarp();
  }

  // How often each digit occurs in the warp's keys.
  __device__ void count_digits(storage& shared, unsigned byte) {
#pragma unroll
    for (int j = 0; j < items; ++j)
      atomicAdd(&shared.rows[warp_index()][radix_digit(keys[j], byte)], 1u);
  }

  // Sums up each digit's counters of all warps. A barrier of the block must stand before.
  __device__ void sum_counts(const storage& shared) {
    if (!has_digits()) return;
#pragma unroll
    for (int e = 0; e < digits_each; ++e) {
      count[e] = 0;
#pragma unroll
      for (int w = 0; w < warps; ++w) count[e] += shared.rows[w][digit(e)];
    }
  }

  // What stands before a thread's first digit, if digit(e) occurs of[e] times. With a barrier.
  __device__ static unsigned before_digits(const unsigned (&of)[digits_each], totals& shared) {
    unsigned own = 0, inclusive = 0;
    if (has_digits()) {
#pragma unroll
      for (int e = 0; e < digits_each; ++e) own += of[e];
      inclusive = warp::inclusive_scan(own, ops::sum<unsigned>());
      if (lane() == 31) shared.of_warp[warp_index()] = inclusive;
    }
    __syncthreads();
    unsigned before = inclusive - own;
    if (has_digits()) {
#pragma unroll
      for (int w = 0; w < digit_threads / 32; ++w)
        if (w < warp_index()) before += shared.of_warp[w];
    }
    return before;
  }

  // Where each warp's keys of each digit go. Ends with a barrier.
  __device__ void place_digits(storage& shared, totals& of) {
    unsigned next = before_digits(count, of);
    if (has_digits()) {
#pragma unroll
      for (int e = 0; e < digits_each; ++e) {
        start[e] = next;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
          unsigned& counter = shared.rows[w][digit(e)];
          const unsigned counted = counter;
          counter = next;
          next += counted;
        }
      }
    }
    __syncthreads();
  }

  // Puts every key where it belongs in shared.keys; a barrier of the block must follow.
  __device__ void rank(storage& shared, unsigned byte) {
    rank_rows(shared, byte, [&](int j, unsigned place) { put(shared, j, place); });
  }

  // The same in two steps, the first of which takes the place of counting, from counters that are
  // zero: they end as counts. Two ranks share a word.
  __device__ void rank_and_count(storage& shared, unsigned byte,
                                 unsigned (&ranks)[(items + 1) / 2]) {
    rank_rows(shared, byte, [&](int j, unsigned rank) {
      ranks[j / 2] = j % 2 == 0 ? rank : ranks[j / 2] | rank << 16;
    });
  }
  __device__ void put_ranked(storage& shared, unsigned byte,
                             const unsigned (&ranks)[(items + 1) / 2]) {
    asm volatile("" : "+r"(byte));  // as in rank_rows()
#pragma unroll
    for (int j = 0; j < items; ++j)
      put(shared, j,
          shared.rows[warp_index()][radix_digit(keys[j], byte)] +
              (ranks[j / 2] >> j % 2 * 16) % (1 << 16));
  }

  // Moves what rank() has put in order to where shared.offsets says that the digit's keys go, less
  // where they are in the tile. Neighbouring threads write neighbouring keys, which go to
  // neighbouring places if their digit is the same.
  template <class Key>
  __device__ static void store(const storage& shared, Key* output, Payload* output_payload,
                               unsigned present, unsigned byte) {
    const auto move = [&](unsigned i) {
      const Bits key = shared.keys[i];
      const unsigned to = shared.offsets[radix_digit(key, byte)] + i;
      output[to] = ordered_key<Key>::to(key);
      if constexpr (is_payload<Payload>) output_payload[to] = shared.payload[i];
    };
    if (present == size) {
#pragma unroll
      for (int j = 0; j < items; ++j) move(j * block + threadIdx.x);
    } else {
      for (unsigned i = threadIdx.x; i < present; i += block) move(i);
    }
  }

 private:
  __device__ void put(storage& shared, int j, unsigned place) const {
    shared.keys[place] = keys[j];
    if constexpr (is_payload<Payload>) shared.payload[place] = payload[j];
  }

  // Calls use(j, where the warp's counters say that key j comes next).
  template <class Use>
  __device__ void rank_rows(storage& shared, unsigned byte, Use use) {
    unsigned* const counters = shared.rows[warp_index()];
    unsigned* const matching = counters + radix_digits;
    const unsigned below = (1u << lane()) - 1;
    const unsigned above = -2u << lane();
    // Hides that the digits are those that were counted: to keep them would take a register each.
    asm volatile("" : "+r"(byte));
#pragma unroll
    for (int j = 0; j < items; ++j) {
      const unsigned own = radix_digit(keys[j], byte);
      const unsigned equal = Matching::find(own, matching);
      const unsigned place = counters[own] + __popc(equal & below);
      __syncwarp();
      if ((equal & above) == 0) {  // the last of them
        counters[own] = place + 1;
        Matching::forget(own, matching);
      }
      __syncwarp();
      use(j, place);
    }
  }
};

}  // namespace sort
