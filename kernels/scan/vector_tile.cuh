#pragma once

#include "scan/warp_rows.cuh"

namespace scan {

// The tiles of an array, each of block * rows vectors of 16 bytes; every warp has consecutive
// elements. If input and output are aligned, full tiles are moved vector by vector; otherwise, and
// at the end, element by element.
template <class In, class Out, class Op, int block, int rows>
struct vector_tiles {
  using value = typename Op::value;
  using vector_in = common::vector_of<In, 16>;
  using vector_out = common::vector_of<Out, 16>;
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

  __device__ bool is_full_tile(size_t tile) const { return aligned && (tile + 1) * size <= n; }

  // The number of bytes from a tile's beginning that can be accessed as full vectors.
  __device__ unsigned vector_bytes(size_t tile) const {
    if (!aligned || tile * size >= n) return 0;
    const size_t left = n - tile * size;
    return unsigned(left < size ? left : size) * unsigned(sizeof(In)) / 16 * 16;
  }

  // The index within the tile of a thread's vector of row r.
  __device__ static unsigned vector_index(int r) {
    return (threadIdx.x / 32 * rows + r) * 32 + threadIdx.x % 32;
  }

  // A thread's vectors of a tile, from `vectors`, which is the tile or a copy of its first `bytes`
  // bytes. The rest is loaded element by element; elements past the end are zeros.
  __device__ void fetch(vector_in (&to)[rows], size_t tile, const vector_in* vectors,
                        unsigned bytes) const {
    if (is_full_tile(tile)) {
#pragma unroll
      for (int r = 0; r < rows; ++r) to[r] = vectors[vector_index(r)];
      return;
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      to[r] = vector_in{};
      if ((vector_index(r) + 1) * 16 <= bytes) {
        to[r] = vectors[vector_index(r)];
        continue;
      }
      const size_t at = tile * size + vector_index(r) * width;
#pragma unroll
      for (int j = 0; j < width; ++j)
        if (at + j < n) to[r].set(j, input[at + j]);
    }
  }

  __device__ void fetch(vector_in (&to)[rows], size_t tile) const {
    fetch(to, tile, reinterpret_cast<const vector_in*>(input + tile * size), vector_bytes(tile));
  }

  // Elements from n on count as the neutral element.
  __device__ void lift(registers& to, const vector_in (&from)[rows], size_t tile, Op op) const {
    const bool is_full = is_full_tile(tile);
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = tile * size + vector_index(r) * width;
#pragma unroll
      for (int j = 0; j < width; ++j)
        to.held[r][j] = is_full || at + j < n ? op.lift(from[r][j], at + j) : Op::identity();
    }
  }

  // Stores the results of scan(), for the exclusive prefix `prefix` of the warp's elements.
  template <bool inclusive>
  __device__ void store(const registers& from, size_t tile, const value& prefix, Op op) const {
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = tile * size + vector_index(r) * width;
      const value lane_prefix = op(prefix, from.before[r]);
      if (is_full_tile(tile)) {
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
