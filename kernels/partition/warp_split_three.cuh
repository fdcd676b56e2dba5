#pragma once

#include "partition/warp_split.cuh"

namespace partition {

using place = unsigned long long;

// How many go left and to the middle, in half a word each.
template <class Word>
struct part_counts {
  static constexpr int half = 4 * sizeof(Word);
  Word word;
  __device__ static part_counts of(unsigned left, unsigned middle) {
    return {Word(middle) << half | left};
  }
  __device__ unsigned left() const { return unsigned(word & ((Word(1) << half) - 1)); }
  __device__ unsigned middle() const { return unsigned(word >> half); }
};

// Records in three parts: below the pivot, equal to it, and the others, NaNs among them. The place
// of the middle part is known last. If equal elements differ, which those of floats (0 and -0) and
// those with payloads do, they go to a temporary array; else counting them is enough.
template <class T, class Payload>
struct three_way_records : records<T, Payload> {
  static constexpr bool moves_middle = records<T, Payload>::has_payload || T(0.5) != T(0);
  T* aside;
  Payload* payloads_aside;

  __device__ int part(T key) const { return key < this->pivot ? 0 : key == this->pivot ? 1 : 2; }
};

// As warp_split, with the equal elements after those that go left.
template <class T, class Payload, int rows>
struct warp_split_three : warp_split<T, Payload, rows> {
  using base = warp_split<T, Payload, rows>;
  using data = three_way_records<T, Payload>;
  using base::place, base::width, base::size, base::has_payload;
  using typename base::piece;

  // A tile has fewer than 2^16 elements, and an input fewer than 2^32.
  using narrow = part_counts<unsigned>;
  using wide = part_counts<partition::place>;
  struct sum_of_wave : ops::sum<partition::place> {
    __device__ static value lift(unsigned word, size_t) { return widened(word); }
  };
  __device__ static partition::place widened(unsigned word) {
    const narrow counts{word};
    return wide::of(counts.left(), counts.middle()).word;
  }
  __device__ static void write_counts(partition::place* counts, partition::place word) {
    counts[0] = wide{word}.left();
    counts[1] = wide{word}.middle();
  }

  // The other elements count as going right, as in warp_split. Returns narrow counts.
  template <bool all_present>
  __device__ unsigned split(const data& of, const piece& to, unsigned present) const {
    constexpr int words = (rows + 3) / 4;
    const unsigned lane = threadIdx.x % 32;
    const auto part = [&](int r, int j) {
      return all_present || place(r, j) < present ? of.part(this->keys[r][j]) : 2;
    };
    unsigned counts[2][words] = {}, upto[2][words];  // four rows per word, as in warp_split
#pragma unroll
    for (int r = 0; r < rows; ++r)
#pragma unroll
      for (int j = 0; j < width; ++j)
#pragma unroll
        for (int p = 0; p < 2; ++p) counts[p][r / 4] += unsigned(part(r, j) == p) << 8 * (r % 4);
#pragma unroll
    for (int p = 0; p < 2; ++p)
#pragma unroll
      for (int w = 0; w < words; ++w) upto[p][w] = counts[p][w];
#pragma unroll
    for (int d = 1; d < 32; d *= 2)
#pragma unroll
      for (int p = 0; p < 2; ++p)
#pragma unroll
        for (int w = 0; w < words; ++w) {
          const unsigned before = warp::shuffle_up(upto[p][w], d);
          if (lane >= d) upto[p][w] += before;
        }
    __syncwarp();  // all lanes have their elements in registers
    unsigned of_rows[2][words], all[2] = {};
#pragma unroll
    for (int p = 0; p < 2; ++p)
#pragma unroll
      for (int w = 0; w < words; ++w) {
        of_rows[p][w] = warp::shuffle_from(upto[p][w], 31);
        all[p] = __dp4a(of_rows[p][w], 0x01010101u, all[p]);
      }
    unsigned before_row[2] = {};
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      unsigned before[2];
#pragma unroll
      for (int p = 0; p < 2; ++p) {
        const int w = r / 4, shift = 8 * (r % 4);
        before[p] = before_row[p] + ((upto[p][w] - counts[p][w]) >> shift & 0xff);
        before_row[p] += of_rows[p][w] >> shift & 0xff;
      }
      put_row(to, r, before[0], before[1], all[0], part);
    }
    __syncwarp();
    return narrow::of(all[0], all[1]).word;
  }

  __device__ static void store(const data& of, const piece& from, unsigned counts, unsigned present,
                               partition::place before, size_t first) {
    const unsigned left = narrow{counts}.left(), middle = narrow{counts}.middle();
    const unsigned right = present - left - middle;
    const size_t left_begin = wide{before}.left(), middle_begin = wide{before}.middle();
    const size_t right_begin = of.n - (first - left_begin - middle_begin) - right;
    copy_run(of.keys_out + left_begin, from.keys, left);
    if constexpr (data::moves_middle) copy_run(of.aside + middle_begin, from.keys + left, middle);
    copy_run(of.keys_out + right_begin, from.keys + (size - right), right);
    if constexpr (has_payload) {
      copy_run(of.payloads_out + left_begin, from.payloads, left);
      copy_run(of.payloads_aside + middle_begin, from.payloads + left, middle);
      copy_run(of.payloads_out + right_begin, from.payloads + (size - right), right);
    }
  }

 private:
  // `left` and `middle` of the warp's elements before the lane's in row r go left and to the
  // middle.
  template <class Part>
  __device__ void put_row(const piece& to, int r, unsigned left, unsigned middle, unsigned all_left,
                          Part part) const {
#pragma unroll
    for (int j = 0; j < width; ++j) {
      const int p = part(r, j);
      // Right: place - left - middle such elements come before it, stored from the end backwards.
      const unsigned at = p == 0   ? left
                          : p == 1 ? all_left + middle
                                   : left + middle + (size - 1 - place(r, j));
      if (data::moves_middle || p != 1) {
        to.keys[at] = this->keys[r][j];
        if constexpr (has_payload) to.payloads[at] = this->payloads[r][j];
      }
      left += p == 0;
      middle += p == 1;
    }
  }
};

}  // namespace partition
