#pragma once

#include "common/vectors.cuh"
#include "sort/ordered_key.cuh"

namespace merge {

// `width` consecutive keys in registers, as words that compare as the keys do. Keys past the end of
// an array count as the largest key.
template <class Key, int width>
struct key_vector {
  using order = sort::ordered_key<Key>;
  using bits = typename order::bits;
  static constexpr int piece_bytes = width * int(sizeof(Key)) < 16 ? width * int(sizeof(Key)) : 16;
  using piece = common::vector_of<Key, piece_bytes>;
  static constexpr int pieces = width / piece::width;

  bits at[width];

  // Whether the array's full vectors can be loaded with wide instructions.
  __device__ static bool is_aligned(const Key* array) {
    return reinterpret_cast<size_t>(array) % piece_bytes == 0;
  }

  __device__ void load(const Key* from, size_t left, bool aligned) {
    if (aligned && left >= width) {
#pragma unroll
      for (int p = 0; p < pieces; ++p) {
        const piece loaded = reinterpret_cast<const piece*>(from)[p];
#pragma unroll
        for (int j = 0; j < piece::width; ++j) at[p * piece::width + j] = order::from(loaded[j]);
      }
    } else {
#pragma unroll
      for (int j = 0; j < width; ++j) at[j] = size_t(j) < left ? order::from(from[j]) : ~bits(0);
    }
  }

  __device__ void store(Key* to, size_t left, bool aligned) const {
    if (aligned && left >= width) {
#pragma unroll
      for (int p = 0; p < pieces; ++p) {
        piece stored{};
#pragma unroll
        for (int j = 0; j < piece::width; ++j) stored.set(j, order::to(at[p * piece::width + j]));
        reinterpret_cast<piece*>(to)[p] = stored;
      }
    } else {
#pragma unroll
      for (int j = 0; j < width; ++j)
        if (size_t(j) < left) to[j] = order::to(at[j]);
    }
  }
};

}  // namespace merge
