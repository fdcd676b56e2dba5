#include "count/private_counts.cuh"

// Every thread has its own histogram of one-byte counters and needs no atomics. Four warps share
// the words of a group: lane l has bank l to itself, and warp w uses byte w of its words. So the
// bank does not depend on the keys. Before a byte could overflow, the block adds up all bytes.

namespace count {

template <class T, unsigned bins, int block, int unroll>
struct byte_counter : counts_one_by_one<byte_counter<T, bins, block, unroll>, T, bins> {
  static constexpr int groups = (block / 32 + 3) / 4;
  static constexpr unsigned keys_of_a_tile = unroll * common::vector_of<T, 16>::width;
  static constexpr unsigned at_the_edges = 2;  // one key before the vectors, and one after
  static constexpr unsigned most = 255;
  static_assert(at_the_edges + keys_of_a_tile <= most);

  unsigned* words;   // [groups][bins][32]
  unsigned* totals;  // [bins]
  unsigned char* own;
  unsigned pending = at_the_edges;

  __device__ explicit byte_counter(unsigned* shared)
      : words(shared), totals(shared + groups * bins * 32) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    own = reinterpret_cast<unsigned char*>(words + warp / 4 * bins * 32 + lane) + warp % 4;
  }

  __device__ void clear() { clear_words<block>(words, (groups * 32 + 1) * bins); }
  __device__ void add_bin(unsigned bin) { ++own[bin * 128]; }

  __device__ void begin_tile() {
    if (pending + keys_of_a_tile > most) {
      __syncthreads();
      flush();
      __syncthreads();
      pending = 0;
    }
    pending += keys_of_a_tile;
  }

  __device__ void done() {
    __syncthreads();
    flush();
  }

  __device__ unsigned total(unsigned bin) const { return totals[bin]; }

  // A thread adds up full rows, starting with a lane different from its neighbours', and clears
  // them.
  __device__ void flush() {
    for (unsigned bin = threadIdx.x; bin < bins; bin += block) {
      unsigned sum = 0;
      for (int group = 0; group < groups; ++group) {
        unsigned* row = words + (group * bins + bin) * 32;
#pragma unroll 8
        for (unsigned lane = 0; lane < 32; ++lane) {
          unsigned& four = row[(lane + threadIdx.x) % 32];
          sum = __dp4a(four, 0x01010101u, sum);
          four = 0;
        }
      }
      totals[bin] += sum;
    }
  }
};

template <class T, unsigned bins, int block, int unroll, class Merge>
__global__ void __launch_bounds__(block + Merge::more_threads, Merge::blocks_per_sm)
    per_thread_bytes(const T* keys, size_t n, unsigned* counts, unsigned* merging) {
  extern __shared__ unsigned counters[];
  byte_counter<T, bins, block, unroll> counter(counters);
  count_privately<block, unroll, bins, Merge>(keys, n, counts, merging, counter);
}

}  // namespace count
