#include "count/private_counts.cuh"

// Several histograms per block, in shared memory. Lane l counts in copy l mod `copies`. A layout
// maps a bin and a copy to a counter.

namespace count {

constexpr int log2_of(unsigned power) { return power == 1 ? 0 : 1 + log2_of(power / 2); }

// The copies of a counter are adjacent. With 32 copies each lane has a bank of its own.
template <unsigned bins, unsigned copies>
struct columns {
  static constexpr unsigned words = bins * copies;
  __device__ static unsigned place(unsigned bin, unsigned copy) { return bin * copies + copy; }

  // For one-byte keys that all have bins, the address takes two or three instructions per key: if a
  // row of copies has 256 bytes, one byte permutation extracts the offset, else a shift and a mask.
  template <class T>
  static constexpr bool takes_bytes = sizeof(T) == 1 && bins == 256 && copies <= 64;

  __device__ static unsigned byte_offset(unsigned word, int byte, unsigned copy) {
    if constexpr (copies == 64) return __byte_perm(word, copy * 4, 0x5504 | byte << 4);
    constexpr unsigned row = copies * 4;  // a power of two
    const unsigned at_row = byte == 0 ? word * row : word >> (8 * byte - log2_of(row));
    return (at_row & 0xff * row) | copy * 4;
  }
};

// One copy after the other, each shifted by one more bank.
template <unsigned bins, unsigned copies>
struct skewed {
  static constexpr unsigned words = (bins + 1) * copies;
  template <class T>
  static constexpr bool takes_bytes = false;

  __device__ static unsigned place(unsigned bin, unsigned copy) { return copy * (bins + 1) + bin; }
};

template <class T, unsigned bins, int block, unsigned copies, class Layout>
struct replicated_counter
    : counts_one_by_one<replicated_counter<T, bins, block, copies, Layout>, T, bins> {
  unsigned* counters;
  unsigned copy = threadIdx.x % copies;

  __device__ explicit replicated_counter(unsigned* shared) : counters(shared) {}

  __device__ void clear() { clear_words<block>(counters, Layout::words); }
  __device__ void add_bin(unsigned bin) { atomicAdd(counters + Layout::place(bin, copy), 1u); }

  using counts_one_by_one<replicated_counter, T, bins>::add;
  __device__ void add(const common::vector_of<T, 16>& keys, bool is_there) {
    if constexpr (!Layout::template takes_bytes<T>) {
      counts_one_by_one<replicated_counter, T, bins>::add(keys, is_there);
    } else if (is_there) {
#pragma unroll
      for (int lane = 0; lane < 16; ++lane) {
        const unsigned offset = Layout::byte_offset(keys.words_[lane / 4], lane % 4, copy);
        atomicAdd(reinterpret_cast<unsigned*>(reinterpret_cast<char*>(counters) + offset), 1u);
      }
    }
  }
  __device__ void done() {}

  // Neighbouring lanes start with different copies, so that columns cause no bank conflicts.
  __device__ unsigned total(unsigned bin) const {
    constexpr unsigned bins_in_a_row = copies < 32 ? 32 / copies : 1;
    unsigned sum = 0;
#pragma unroll
    for (unsigned c = 0; c < copies; ++c)
      sum += counters[Layout::place(bin, (c + bin / bins_in_a_row) % copies)];
    return sum;
  }
};

template <class T, unsigned bins, int block, int unroll, class Merge, unsigned copies,
          template <unsigned, unsigned> class Layout>
__global__ void __launch_bounds__(block + Merge::more_threads, Merge::blocks_per_sm)
    replicated(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  replicated_counter<T, bins, block, copies, Layout<bins, copies>> counter(counters);
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
