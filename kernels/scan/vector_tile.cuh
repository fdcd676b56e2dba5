#pragma once

#include "scan/warp_rows.cuh"

namespace scan {

// The tiles of an array, each of block * rows vectors of 16 bytes; every warp has consecutive
// elements. If input and output are aligned, whole tiles move vector by vector; else, and at the
// end, elements move one by one.
template <class In, class Out, class Op, int block, int rows>
struct vector_tiles {
  using value = typename Op::value;
  using vector_in = vector_of<In, 16>;
  using vector_out = vector_of<Out, 16>;
  using registers = warp_rows<Op, vector_in::width, rows>;
  static constexpr int width = vector_in::width;
  static constexpr int size = block * rows * width;

  const In* input;
  Out* output;
  size_t n;
  bool aligned;

  __device__ vector_tiles(const In* from, Out* to, size_t count)
      : input(from),
        output(to),
        n(count),
        aligned((reinterpret_cast<size_t>(from) | reinterpret_cast<size_t>(to)) % 16 == 0) {}

  __device__ size_t count() const { return (n + size - 1) / size; }

  __device__ bool is_whole(size_t tile) const { return aligned && (tile + 1) * size <= n; }

  // Bytes at a tile's begin that lie in whole vectors, which wide accesses may be used for.
  __device__ unsigned vector_bytes(size_t tile) const {
    if (!aligned || tile * size >= n) return 0;
    const size_t left = n - tile * size;
    return unsigned(left < size ? left : size) * unsigned(sizeof(In)) / 16 * 16;
  }

  // The place within the tile of a thread's vector of row r.
  __device__ static unsigned vector_index(int r) {
    return (threadIdx.x / 32 * rows + r) * 32 + threadIdx.x % 32;
  }

  // From `vectors`, the tile itself or a copy of its first `bytes` bytes; what is missing there is
  // taken from the input. Elements past the end count as the neutral element.
  __device__ void load(registers& to, size_t tile, const vector_in* vectors, unsigned bytes,
                       Op op) const {
    const size_t first = tile * size;
    vector_in loaded[rows];
    if (is_whole(tile)) {
#pragma unroll
      for (int r = 0; r < rows; ++r) loaded[r] = vectors[vector_index(r)];
#pragma unroll
      for (int r = 0; r < rows; ++r)
#pragma unroll
        for (int j = 0; j < width; ++j)
          to.held[r][j] = op.lift(loaded[r][j], first + vector_index(r) * width + j);
      return;
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = first + vector_index(r) * width;
      const bool copied = (vector_index(r) + 1) * 16 <= bytes;
      if (copied) loaded[r] = vectors[vector_index(r)];
#pragma unroll
      for (int j = 0; j < width; ++j) {
        to.held[r][j] = Op::identity();
        if (at + j < n) to.held[r][j] = op.lift(copied ? loaded[r][j] : input[at + j], at + j);
      }
    }
  }

  __device__ void load(registers& to, size_t tile, Op op) const {
    load(to, tile, reinterpret_cast<const vector_in*>(input + tile * size), vector_bytes(tile), op);
  }

  // The results of what scan() left in the registers, if `prefix` stands before the warp's
  // elements.
  template <bool inclusive>
  __device__ void store(const registers& from, size_t tile, const value& prefix, Op op) const {
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = tile * size + vector_index(r) * width;
      const value lane_prefix = op(prefix, from.before[r]);
      if (is_whole(tile)) {
        vector_out results{};
#pragma unroll
        for (int j = 0; j < width; ++j)
          results.set(
              j, op.template lower<Out>(from.template result<inclusive>(r, j, lane_prefix, op)));
        *reinterpret_cast<vector_out*>(output + at) = results;
      } else {
#pragma unroll
        for (int j = 0; j < width; ++j)
          if (at + j < n)
            output[at + j] =
                op.template lower<Out>(from.template result<inclusive>(r, j, lane_prefix, op));
      }
    }
  }
};

}  // namespace scan
