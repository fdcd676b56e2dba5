#include "count/private_counts.cuh"

// Two counters of 16 bits per word of shared memory: 65536 bins take 128 KiB. Even bins use the
// lower half. Counts that exceed a half go to global memory.
//
// The word that each atomic returns tells whether a half overflows, so no timing can hide an
// overflow. Take a word as an unbounded integer L + 65536 * H, after L keys of the lower half and H
// of the upper half. A half that reaches 2^15 is emptied by the lane whose addition brings it
// there. If others fill it faster than that, the carry out of a half is seen by exactly the one
// lane that causes it, and goes to the counts (borrows likewise, with the opposite sign). A carry
// into the upper half is subtracted again by another atomic, which is checked in the same way.

namespace count {

// The slow path, for a lane that has seen a half at 2^15 or above, after it added `amount` to the
// half of a bin. `before` is the word that the atomic returned.
template <unsigned bins>
struct packed_overflow {
  static constexpr unsigned full = 1u << 15;
  unsigned* counters;
  unsigned* counts;

  __device__ void put_aside(unsigned bin, int amount) { atomicAdd(counts + bin, unsigned(amount)); }

  // A carry (1) or borrow (-1) out of the upper half leaves the word.
  __device__ void judge_upper(unsigned word, unsigned before, int amount) {
    const int carry = (int(before >> 16) + amount) >> 16;
    if (carry != 0) put_aside(2 * word + 1, carry * 65536);
  }

  __device__ void judge(unsigned bin, unsigned before, int amount) {
    const unsigned word = bin / 2;
    if (bin % 2 != 0) return judge_upper(word, before, amount);
    const int carry = (int(before & 0xffff) + amount) >> 16;
    if (carry == 0) return;
    put_aside(bin, carry * 65536);
    judge_upper(word, before, carry);
    judge_upper(word, atomicAdd(counters + word, unsigned(-carry) << 16), -carry);
  }

  __device__ void settle(unsigned bin, unsigned before, unsigned amount) {
    judge(bin, before, int(amount));
    const unsigned shift = bin % 2 * 16;
    const unsigned half = before >> shift & 0xffff;
    if (half >= full || half + amount < full) return;
    put_aside(bin, full);
    judge(bin, atomicAdd(counters + bin / 2, 0u - (full << shift)), -int(full));
  }
};

template <unsigned bins>
__device__ __noinline__ void settle(unsigned* counters, unsigned* counts, unsigned bin,
                                    unsigned before, unsigned amount) {
  packed_overflow<bins>{counters, counts}.settle(bin, before, amount);
}

template <class T, unsigned bins, int block, bool runs>
struct packed_counter {
  static constexpr unsigned words = (bins + 1) / 2;
  static constexpr unsigned full = 1u << 15;
  static constexpr int width = common::vector_of<T, 16>::width;
  unsigned* counters;  // [words]
  unsigned* counts;    // [bins], zeros when the kernel begins

  __device__ void clear() { clear_words<block>(counters, words); }
  __device__ void begin_tile() {}
  __device__ void done() {}
  __device__ unsigned total(unsigned bin) const {
    return counters[bin / 2] >> bin % 2 * 16 & 0xffff;
  }

  // What `amount` keys of a bin add to its word.
  __device__ static unsigned addend(unsigned bin, unsigned amount) {
    return bin % 2 != 0 ? amount << 16 : amount;
  }

  __device__ void add(T key, bool is_there) {
    const unsigned bin = bin_of(key);
    if (is_there && is_bin<T, bins>(bin))
      settle<bins>(counters, counts, bin, atomicAdd(counters + bin / 2, addend(bin, 1)), 1);
  }

  // All atomics of a vector are issued before the first of their results is used.
  __device__ void add(const common::vector_of<T, 16>& keys, bool is_there) {
    if (!is_there) return;
    unsigned before[width], amount[width], run = 0, seen = 0;
#pragma unroll
    for (int lane = 0; lane < width; ++lane) {
      const unsigned bin = bin_of(keys[lane]);
      const bool goes_on = runs && lane + 1 < width && keys[lane] == keys[(lane + 1) % width];
      ++run;
      amount[lane] = goes_on || !is_bin<T, bins>(bin) ? 0 : run;
      before[lane] = 0;
      if (amount[lane] != 0)
        before[lane] = atomicAdd(counters + bin / 2, addend(bin, amount[lane]));
      if (!goes_on) run = 0;
    }
#pragma unroll
    for (int lane = 0; lane < width; ++lane)
      seen |= before[lane] | (before[lane] + addend(bin_of(keys[lane]), amount[lane]));
    if ((seen & (full << 16 | full)) == 0) return;
#pragma unroll
    for (int lane = 0; lane < width; ++lane)
      if (amount[lane] != 0)
        settle<bins>(counters, counts, bin_of(keys[lane]), before[lane], amount[lane]);
  }
};

template <class T, unsigned bins, int block, int unroll, class Merge, bool runs>
__global__ void __launch_bounds__(block + Merge::more_threads, Merge::blocks_per_sm)
    packed_halves(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  packed_counter<T, bins, block, runs> counter;
  counter.counters = counters;
  counter.counts = counts;
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
