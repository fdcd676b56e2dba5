#include "count/private_counts.cuh"

// Two counters of 16 bits in each word of shared memory: 65536 bins are 128 KiB. Even bins have the
// lower half. What a half cannot hold goes to the counts in global memory.
//
// Whether a half overflows is told by the word that each atomic returns, so no timing can hide it.
// Take a word as an integer without end: L + 65536 * H, where L keys of the lower half and H of the
// upper half have come so far. A half that reaches 2^15 is emptied by the lane that brings it
// there; should others fill it faster than that, what carries out of a half is seen by the one lane
// that causes it, and goes to the counts (borrows likewise, with the other sign). A carry into the
// upper half is taken out of it again, by an atomic that is judged in the same way.

namespace count {

// The slow path, for a lane that has seen a half at 2^15 or above. Whoever has added `amount` to
// the half of a bin passes what the word was before.
template <unsigned bins>
struct packed_overflow {
  static constexpr unsigned full = 1u << 15;
  unsigned* counters;
  unsigned* counts;

  __device__ void put_aside(unsigned bin, int amount) { atomicAdd(counts + bin, unsigned(amount)); }

  // What carries (1) or borrows (-1) out of the upper half goes out of the word.
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
  static constexpr int width = vector_of<T, 16>::width;
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

  // All atomics of a vector are under way before the first of their results is looked at.
  __device__ void add(const vector_of<T, 16>& keys, bool is_there) {
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
__global__ void __launch_bounds__(block)
    packed_halves(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  packed_counter<T, bins, block, runs> counter;
  counter.counters = counters;
  counter.counts = counts;
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
