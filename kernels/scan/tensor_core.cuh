#include "common/mma.cuh"
#include "common/vectors.cuh"
#include "scan/decoupled_lookback.cuh"

// Sums by the tensor cores. A matrix of elements, row after row, times an upper triangle of ones
// has the scan of each row in its columns; times a matrix of ones, the total of the row. The
// accumulators carry the total of a row from one matrix to the next.

namespace scan {

// A tile as kernels take it (tile.cuh). Each warp has 16 rows of consecutive elements, `matrices`
// times 16 of them in a row. A product does not change if the rows of A are permuted like those of
// C, the columns of B like those of C, and the columns of A like the rows of B. They are, so that
// a lane has rows 2g and 2g + 1 and four consecutive columns, of A and of C (g = lane / 4).
template <class In, class Out, class Op, int threads, int matrices>
struct tensor_tile {
  using in = In;
  using out = Out;
  using value = typename Op::value;
  using vector_in = common::vector_of<In, 8>;
  using vector_out = common::vector_of<Out, 8>;
  static constexpr int block = threads;
  static constexpr int warps = block / 32;
  static constexpr int row = 16 * matrices;
  static constexpr int size = warps * 16 * row;
  static_assert(vector_in::width == 4);

  struct storage {
    value warp_total[warps];
  };

  storage& shared;
  Op op;
  vector_in loaded[matrices][2];  // of rows 2g and 2g + 1
  value scanned[matrices][2][4];  // within rows; of columns 0, 1 and 2, 3: two of each row
  value before[2];                // each row's exclusive prefix

  __device__ explicit tensor_tile(storage& memory) : shared(memory) {}

  // Elements from n on count as zeros.
  __device__ void load(const In* input, size_t first, size_t n) {
    const In* from = input + first;
    if (has_vectors(from, first, n)) {
      for_each_vector([&](int m, int r, unsigned at) {
        loaded[m][r] = *reinterpret_cast<const vector_in*>(from + at);
      });
    } else {
      for_each_vector([&](int m, int r, unsigned at) {
        loaded[m][r] = vector_in{};
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (first + at + j < n) loaded[m][r].set(j, from[at + j]);
      });
    }
  }

  // Leaves the tile's own scan in the registers; returns the tile's sum, to every thread.
  template <bool inclusive>
  __device__ value scan() {
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp_index = threadIdx.x / 32;
    const unsigned ones[2] = {mma::ones<In>, mma::ones<In>};
    value row_total[4] = {};  // of the row 2g twice, and of 2g + 1 twice
#pragma unroll
    for (int m = 0; m < matrices; ++m) {
      const vector_in(&rows)[2] = loaded[m];
      const unsigned a[4] = {rows[0].words_[0], rows[1].words_[0], rows[0].words_[1],
                             rows[1].words_[1]};
#pragma unroll
      for (int pair = 0; pair < 2; ++pair) {
        const unsigned triangle[2] = {triangle_word<inclusive>(pair, 0),
                                      triangle_word<inclusive>(pair, 1)};
#pragma unroll
        for (int j = 0; j < 4; ++j) scanned[m][pair][j] = row_total[j];
        mma::multiply_add<In>(scanned[m][pair], a, triangle);
      }
      mma::multiply_add<In>(row_total, a, ones);
    }

    value upto = op(row_total[0], row_total[2]);
#pragma unroll
    for (int d = 4; d < 32; d *= 2) {
      const value earlier = warp::shuffle_up(upto, d);
      if (lane >= d) upto = op(earlier, upto);
    }
    value in_warp = warp::shuffle_up(upto, 4);
    if (lane < 4) in_warp = Op::identity();
    if (lane == 31) shared.warp_total[warp_index] = upto;
    __syncthreads();
    value warp_prefix = Op::identity(), total = Op::identity();
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
      if (w == warp_index) warp_prefix = total;
      total = op(total, shared.warp_total[w]);
    }
    before[0] = op(warp_prefix, in_warp);
    before[1] = op(before[0], row_total[0]);
    return total;
  }

  // Combines the tile's exclusive prefix with every element.
  __device__ void add(const value& prefix) {
    for (value& of_row : before) of_row = op(prefix, of_row);
  }

  __device__ void store(Out* output, size_t first, size_t n) {
    Out* to = output + first;
    if (has_vectors(to, first, n)) {
      for_each_vector([&](int m, int r, unsigned at) {
        vector_out results{};
#pragma unroll
        for (int j = 0; j < 4; ++j) results.set(j, result(m, r, j));
        *reinterpret_cast<vector_out*>(to + at) = results;
      });
    } else {
      for_each_vector([&](int m, int r, unsigned at) {
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (first + at + j < n) to[at + j] = result(m, r, j);
      });
    }
  }

 private:
  // Whether the tile that begins at `data`, as element `first` of n, is full and aligned.
  template <class T>
  __device__ static bool has_vectors(const T* data, size_t first, size_t n) {
    return reinterpret_cast<size_t>(data) % 8 == 0 && n - first >= size;
  }

  // Calls visit(matrix, row 0 or 1 of the lane's, place in the tile) for each four elements that
  // the lane has.
  template <class Visit>
  __device__ static void for_each_vector(Visit visit) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned first_row = threadIdx.x / 32 * 16 + lane / 4 * 2;
#pragma unroll
    for (int m = 0; m < matrices; ++m)
#pragma unroll
      for (int r = 0; r < 2; ++r) visit(m, r, (first_row + r) * row + m * 16 + lane % 4 * 4);
  }

  __device__ Out result(int m, int r, int j) const {
    return op.template lower<Out>(op(before[r], scanned[m][j / 2][2 * r + j % 2]));
  }

  // The lane's word 0 or 1 of B, as the triangle of those columns of C that `pair` holds: ones
  // where the column of A comes before the column of C, or is the same.
  template <bool inclusive>
  __device__ static unsigned triangle_word(int pair, int word) {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    const int of_c = 4 * (g / 2) + 2 * pair + g % 2;
    const int of_a = 4 * t + 2 * word;
    const int last = inclusive ? of_c : of_c - 1;
    const unsigned mask = (of_a <= last ? 0xffffu : 0) | (of_a + 1 <= last ? 0xffff0000u : 0);
    return mma::ones<In> & mask;
  }
};

}  // namespace scan
