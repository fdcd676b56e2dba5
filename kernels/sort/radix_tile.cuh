#pragma once

#include "common/operators.cuh"
#include "common/warp_scan.cuh"
#include "sort/ordered_key.cuh"
#include "sort/payload.cuh"
#include "sort/radix_digit.cuh"
#include "sort/radix_memory.cuh"

// A tile of keys, sorted by one digit within a block.
//
// Each warp holds 32 * items consecutive keys. A thread's item j is the key at 32 * j + lane, so
// that (j, lane) is the order of the input. Every warp has one counter per digit in shared memory,
// which passes through three phases. count_digits() counts the warp's keys of each digit.
// place_digits() replaces each count by the index in the tile of the warp's first key of that
// digit. rank() assigns these indices row by row and increments them, so that equal digits keep
// their order.
//
// Payloads pass through shared memory together with the keys. Or they follow: the keys are stored
// first, and payloads take their place in shared memory, which leaves room for larger tiles.

namespace sort {

template <class Bits, class Payload, int threads, int items_per_thread, class Matching,
          bool payload_follows = false>
struct radix_tile {
  static constexpr int block = threads;
  static constexpr int items = items_per_thread;
  static constexpr int warps = block / 32;
  static constexpr int size = block * items;
  static_assert(size <= 1 << 16, "places in the tile take half a word each");
  static constexpr int row_words = radix_digits + Matching::words;

  // The first threads take `digits_each` neighbouring digits each.
  static constexpr int digits_each = (radix_digits + block - 1) / block;
  static constexpr int digit_threads = radix_digits / digits_each;
  static_assert(radix_digits % digits_each == 0 && digit_threads % 32 == 0);

  static constexpr bool payload_together = is_payload<Payload> && !payload_follows;
  struct storage {
    Bits keys[size];  // in the order of the digit
    Payload payload[payload_together ? size : 16 / sizeof(Payload)];
    alignas(16) unsigned rows[warps][row_words];  // counters, and the words of the matching
    unsigned offsets[radix_digits];  // set by the kernel: output index minus index in the tile
    unsigned byte;                   // see byte_again()
  };
  struct totals {
    unsigned of_warp[digit_threads / 32];
  };

  Bits keys[items];
  Payload payload[items];
  unsigned places[(items + 1) / 2];  // indices in the tile, two to a word: set by rank()
  unsigned start[digits_each];  // index in the tile of the first key of each of the thread's digits
  unsigned count[digits_each];

  __device__ static unsigned lane() { return threadIdx.x % 32; }
  __device__ static unsigned warp_index() { return threadIdx.x / 32; }
  __device__ static bool has_digits() { return threadIdx.x < digit_threads; }
  __device__ static unsigned digit(int e) { return threadIdx.x * digits_each + e; }
  __device__ static unsigned place_in_tile(int j) {
    return warp_index() * (32 * items) + 32 * j + lane();
  }

  // Loads the `present` elements from `from` on. Keys past the end are the largest and come last in
  // the tile.
  template <class From>
  __device__ void load(From from, unsigned present) {
#pragma unroll
    for (int j = 0; j < items; ++j)
      keys[j] = present == size || place_in_tile(j) < present ? read_key(from, place_in_tile(j))
                                                              : ~Bits(0);
  }
  template <class From>
  __device__ void load_payload(From from, unsigned present) {
    if constexpr (is_payload<Payload>) {
#pragma unroll
      for (int j = 0; j < items; ++j)
        payload[j] =
            present == size || place_in_tile(j) < present ? from[place_in_tile(j)] : Payload();
    }
  }

  // Loads the keys that rank() has put in order. Requires barriers of the block before it, and
  // between it and the next rank().
  __device__ void take_in_order(const storage& shared) {
#pragma unroll
    for (int j = 0; j < items; ++j) {
      keys[j] = shared.keys[place_in_tile(j)];
      if constexpr (is_payload<Payload>) payload[j] = shared.payload[place_in_tile(j)];
    }
  }

  // Called by each warp, before it counts digits of byte `byte`.
  __device__ static void clear(storage& shared, unsigned byte) {
    if (threadIdx.x == 0) shared.byte = byte;
    static_assert(row_words % 128 == 0, "a warp clears 128 words at a time");
    unsigned* row = shared.rows[warp_index()];
#pragma unroll
    for (int i = 0; i < row_words / 128; ++i)
      reinterpret_cast<uint4*>(row)[32 * i + lane()] = uint4{0, 0, 0, 0};
    __syncwarp();
  }

  // Counts how often each digit occurs in the warp's keys.
  __device__ void count_digits(storage& shared, unsigned byte) {
#pragma unroll
    for (int j = 0; j < items; ++j)
      atomicAdd(&shared.rows[warp_index()][radix_digit(keys[j], byte)], 1u);
  }

  // Adds each digit's counters of all warps. Requires a barrier of the block before it.
  __device__ void sum_counts(const storage& shared) {
    if (!has_digits()) return;
#pragma unroll
    for (int e = 0; e < digits_each; ++e) {
      count[e] = 0;
#pragma unroll
      for (int w = 0; w < warps; ++w) count[e] += shared.rows[w][digit(e)];
    }
  }

  // The exclusive prefix of a thread's first digit, for the counts of all digits. Contains a
  // barrier.
  __device__ static unsigned before_digits(const unsigned (&counts)[digits_each], totals& scratch) {
    unsigned own = 0, inclusive = 0;
    if (has_digits()) {
#pragma unroll
      for (int e = 0; e < digits_each; ++e) own += counts[e];
      inclusive = warp::inclusive_scan(own, ops::sum<unsigned>());
      if (lane() == 31) scratch.of_warp[warp_index()] = inclusive;
    }
    __syncthreads();
    unsigned before = inclusive - own;
    if (has_digits()) {
#pragma unroll
      for (unsigned w = 0; w < digit_threads / 32; ++w)
        if (w < warp_index()) before += scratch.of_warp[w];
    }
    return before;
  }

  // Computes where each warp's keys of each digit go. Ends with a barrier.
  __device__ void place_digits(storage& shared, totals& scratch) {
    unsigned next = before_digits(count, scratch);
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

  // Stores every key at its index in shared.keys. Requires a barrier of the block after it.
  __device__ void rank(storage& shared) {
    rank_rows(shared, byte_again(shared), [&](int j, unsigned place) { put(shared, j, place); });
  }

  // The same in two steps. The first replaces count_digits(): from counters of zero, it ranks keys
  // within the warp's keys of the same digit, and leaves the counts.
  __device__ void rank_and_count(storage& shared, unsigned byte) {
    rank_rows(shared, byte, [&](int j, unsigned rank) { keep_place(j, rank); });
  }
  __device__ void put_ranked(storage& shared) {
    const unsigned byte = byte_again(shared);
    unsigned ranks;
#pragma unroll
    for (int j = 0; j < items; ++j) {
      if (j % 2 == 0) ranks = places[j / 2];
      put(shared, j, shared.rows[warp_index()][radix_digit(keys[j], byte)] + half_of(ranks, j % 2));
    }
  }

  // Stores the keys that rank() has put in order to the output, at their index in the tile plus
  // shared.offsets of their digit. Neighbouring threads store neighbouring keys, which are
  // neighbours in the output if their digit is the same.
  template <class To>
  __device__ static void store(const storage& shared, To output, Payload* output_payload,
                               unsigned present, unsigned byte) {
    const auto move = [&](unsigned i) {
      const Bits key = shared.keys[i];
      const unsigned to = shared.offsets[radix_digit(key, byte)] + i;
      write_key(output, to, key);
      if constexpr (payload_together) output_payload[to] = shared.payload[i];
    };
    if (present == size) {
#pragma unroll
      for (int j = 0; j < items; ++j) move(j * block + threadIdx.x);
    } else {
      for (unsigned i = threadIdx.x; i < present; i += block) move(i);
    }
  }

  // The same where payloads follow. Contains two barriers of the block.
  template <class To>
  __device__ void store_and_follow(storage& shared, To output, Payload* output_payload,
                                   unsigned present, unsigned byte) const {
    const auto is_present = [&](int j) {
      return present == size || j * block + threadIdx.x < present;
    };
    unsigned digits[(items + 3) / 4] = {};  // four to a word
#pragma unroll
    for (int j = 0; j < items; ++j)
      if (is_present(j)) {
        const unsigned i = j * block + threadIdx.x;
        const Bits key = shared.keys[i];
        const unsigned digit = radix_digit(key, byte);
        write_key(output, shared.offsets[digit] + i, key);
        digits[j / 4] |= digit << j % 4 * 8;
      }
    static_assert(sizeof(Payload) <= sizeof(Bits));
    Payload* const in_order = reinterpret_cast<Payload*>(shared.keys);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < items; ++j) in_order[half_of(places[j / 2], j % 2)] = payload[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < items; ++j)
      if (is_present(j)) {
        const unsigned i = j * block + threadIdx.x;
        output_payload[shared.offsets[radix_digit(digits[j / 4], j % 4)] + i] = in_order[i];
      }
  }

 private:
  // The byte, from memory. Compilers, ptxas included, cannot know that the digits are those that
  // were counted, which they would keep: one register or two for each key.
  __device__ static unsigned byte_again(const storage& shared) {
    return *static_cast<const volatile unsigned*>(&shared.byte);
  }

  __device__ void put(storage& shared, int j, unsigned place) {
    shared.keys[place] = keys[j];
    if constexpr (payload_together) shared.payload[place] = payload[j];
    if constexpr (payload_follows) keep_place(j, place);
  }

  __device__ void keep_place(int j, unsigned place) {
    places[j / 2] = j % 2 == 0 ? place : places[j / 2] | place << 16;
    asm("" : "+r"(places[j / 2]));  // else both halves stay in registers of their own
  }
  __device__ static unsigned half_of(unsigned word, int half) {
    return (word >> half * 16) % (1 << 16);
  }

  // Calls use(j, the index that the warp's counter assigns to key j).
  template <class Use>
  __device__ void rank_rows(storage& shared, unsigned byte, Use use) {
    unsigned* const counters = shared.rows[warp_index()];
    unsigned* const matching = counters + radix_digits;
    const unsigned lower_lanes = (1u << lane()) - 1;
    const unsigned higher_lanes = -2u << lane();
#pragma unroll
    for (int j = 0; j < items; ++j) {
      const unsigned digit = radix_digit(keys[j], byte);
      const unsigned equal = Matching::find(digit, matching);
      const unsigned place = counters[digit] + __popc(equal & lower_lanes);
      __syncwarp();
      if ((equal & higher_lanes) == 0) {  // the last lane with that digit
        counters[digit] = place + 1;
        Matching::forget(digit, matching);
      }
      __syncwarp();
      use(j, place);
    }
  }
};

}  // namespace sort
