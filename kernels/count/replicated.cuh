#include "count/private_counts.cuh"

// Several histograms a block, in shared memory, in one of which each lane counts: number lane mod
// `copies`. A layout says where the counter of a bin lies in a copy.

namespace count {

constexpr int log2_of(unsigned power) { return power == 1 ? 0 : 1 + log2_of(power / 2); }

// The copies of a counter lie side by side. With 32 of them each lane has a bank for itself.
template <unsigned bins, unsigned copies>
struct columns {
  static constexpr unsigned words = bins * copies;
  __device__ static unsigned place(unsigned bin, unsigned copy) { return bin * copies + copy; }

  // Keys of a byte that all have bins need two or three instructions each with their atomic: a byte
  // of a word becomes an offset by one permutation of bytes if a row of copies has 256 of them, and
  // by a shift and a mask if it has fewer.
  template <class T>
  static constexpr bool takes_bytes = sizeof(T) == 1 && bins == 256 && copies <= 64;

  __device__ static unsigned byte_offset(unsigned word, int byte, unsigned copy) {
    if constexpr (copies == 64) return __byte_perm(word, copy * 4, 0x5504 | byte << 4);
    constexpr unsigned row = copies * 4;  // a power of two
    const unsigned at_row = byte == 0 ? word * row : word >> (8 * byte - log2_of(row));
    return (at_row & 0xff * row) | copy * 4;
  }
};

// One copy behind the other, each a word further to the right among the banks.
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
  __device__ void add(const vector_of<T, 16>& keys, bool is_there) {
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

  // Neighbouring lanes begin with different copies, so that columns cost no bank conflicts.
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
__global__ void __launch_bounds__(block)
    replicated(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  replicated_counter<T, bins, block, copies, Layout<bins, copies>> counter(counters);
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
