#pragma once

#include "common/vectors.cuh"
#include "common/warp_fold.cuh"
#include "partition/records.cuh"

namespace partition {

// One warp copies `count` elements. Each store stays within one aligned line of 32 elements.
template <class T>
__device__ void copy_run(T* to, const T* from, unsigned count) {
  constexpr int batch = 4;  // loads in flight
  const unsigned skipped = reinterpret_cast<size_t>(to) / sizeof(T) % 32;
  to -= skipped;
  from -= skipped;
  const unsigned end = skipped + count;
  for (unsigned first = threadIdx.x % 32; first < end; first += 32 * batch) {
    T held[batch];
#pragma unroll
    for (int k = 0; k < batch; ++k) {
      const unsigned i = first + 32 * k;
      if (i >= skipped && i < end) held[k] = from[i];
    }
#pragma unroll
    for (int k = 0; k < batch; ++k) {
      const unsigned i = first + 32 * k;
      if (i >= skipped && i < end) to[i] = held[k];
    }
  }
}

// Consecutive elements of one warp, `rows` rows of 32 vectors of 16 bytes, with their payloads. A
// warp splits them in its own buffer in shared memory: the elements that go left at its beginning,
// in order, and the others at its end, in reverse order. So both are runs in the order of the
// output, whose right part grows from its end.
template <class T, class Payload, int row_count>
struct warp_split {
  using data = records<T, Payload>;
  using vector = common::vector_of<T, 16>;
  static constexpr int rows = row_count;
  static constexpr bool has_payload = data::has_payload;
  static constexpr int width = vector::width;
  static constexpr unsigned size = 32 * rows * width;

  // A warp's buffer, or its source.
  struct piece {
    T* keys;
    Payload* payloads;
  };

  vector keys[rows];
  Payload payloads[rows][width];

  // How the counts that `split` returns are added up, over the blocks of a wave.
  using sum_of_wave = ops::sum<unsigned>;
  __device__ static size_t widened(unsigned left) { return left; }
  __device__ static void write_counts(unsigned long long* counts, size_t left) { *counts = left; }

  // Makes two runs in `to` of the first `present` elements. The other elements count as going
  // right, and are the first of the right run. Returns how many go left. `to` may be where the
  // elements came from.
  template <bool all_present>
  __device__ unsigned split(const data& of, const piece& to, unsigned present) const {
    // Counts of four rows, each at most 32 * width, are scanned in one word.
    constexpr int words = (rows + 3) / 4;
    const unsigned lane = threadIdx.x % 32;
    const auto goes_left = [&](int r, int j) {
      return of.goes_left(keys[r][j]) && (all_present || place(r, j) < present);
    };
    unsigned counts[words] = {}, upto[words];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      unsigned count = 0;
#pragma unroll
      for (int j = 0; j < width; ++j) count += goes_left(r, j);
      counts[r / 4] |= count << 8 * (r % 4);
    }
#pragma unroll
    for (int w = 0; w < words; ++w) upto[w] = counts[w];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
#pragma unroll
      for (int w = 0; w < words; ++w) {
        const unsigned before = warp::shuffle_up(upto[w], d);
        if (lane >= d) upto[w] += before;
      }
    }
    __syncwarp();  // all lanes have their elements in registers
    unsigned left = 0;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const int shift = 8 * (r % 4);
      const unsigned before = (upto[r / 4] - counts[r / 4]) >> shift & 0xff;
      put_row(to, r, left + before, goes_left);
      left += warp::shuffle_from(upto[r / 4], 31) >> shift & 0xff;
    }
    __syncwarp();
    return left;
  }

  // Stores the runs of a buffer whose first element has index `first` in the input. `left` of its
  // `present` elements and `left_before` of the elements before them go left.
  __device__ static void store(const data& of, const piece& from, unsigned left, unsigned present,
                               size_t left_before, size_t first) {
    const unsigned right = present - left;
    const size_t right_begin = of.n - (first - left_before) - right;
    copy_run(of.keys_out + left_before, from.keys, left);
    copy_run(of.keys_out + right_begin, from.keys + (size - right), right);
    if constexpr (has_payload) {
      copy_run(of.payloads_out + left_before, from.payloads, left);
      copy_run(of.payloads_out + right_begin, from.payloads + (size - right), right);
    }
  }

  // The index of an element of this lane among the warp's.
  __device__ static unsigned place(int r, int j) { return (r * 32 + threadIdx.x % 32) * width + j; }

 private:
  // `left` of the warp's elements before the lane's in row r go left.
  template <class GoesLeft>
  __device__ void put_row(const piece& to, int r, unsigned left, GoesLeft goes_left) const {
#pragma unroll
    for (int j = 0; j < width; ++j) {
      const bool is_left = goes_left(r, j);
      // Right: place - left such elements come before it, stored from the end backwards.
      const unsigned at = is_left ? left : left + (size - 1 - place(r, j));
      to.keys[at] = keys[r][j];
      if constexpr (has_payload) to.payloads[at] = payloads[r][j];
      left += is_left;
    }
  }
};

}  // namespace partition
