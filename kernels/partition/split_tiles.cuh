#pragma once

#include "partition/warp_split.cuh"

namespace partition {

// The tiles of an array, each of which the warps of a block split, consecutive elements each. Full
// tiles of aligned arrays are moved vector by vector; other tiles are loaded element by element.
template <class Split, int block>
struct split_tiles {
  using split = Split;
  using data = typename split::data;
  using T = typename data::key_type;
  using Payload = typename data::payload_type;
  static constexpr unsigned size = block / 32 * split::size;
  static constexpr unsigned key_bytes = size * unsigned(sizeof(T));
  static constexpr unsigned payload_bytes =
      data::has_payload ? size * unsigned(sizeof(Payload)) : 0;

  data all;
  bool aligned;

  __device__ explicit split_tiles(const data& of)
      : all(of),
        aligned((reinterpret_cast<size_t>(of.keys) | reinterpret_cast<size_t>(of.payloads)) % 16 ==
                0) {}

  __device__ size_t count() const { return (all.n + size - 1) / size; }
  __device__ bool is_of_vectors(size_t tile) const { return aligned && (tile + 1) * size <= all.n; }

  // The first element of the calling warp, and how many it has.
  __device__ static size_t first(size_t tile) {
    return tile * size + threadIdx.x / 32 * split::size;
  }
  __device__ unsigned present(size_t tile) const {
    const size_t begin = first(tile);
    if (begin >= all.n) return 0;
    return all.n - begin < split::size ? unsigned(all.n - begin) : split::size;
  }

  // The warp's elements, from the array or from a copy.
  __device__ static void load_vectors(split& to, const T* keys, const Payload* payloads) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int r = 0; r < split::rows; ++r) {
      to.keys[r] = reinterpret_cast<const typename split::vector*>(keys)[r * 32 + lane];
      if constexpr (data::has_payload) {
        using vector = common::vector_of<Payload, int(sizeof(Payload)) * split::width>;
        const vector v = reinterpret_cast<const vector*>(payloads)[r * 32 + lane];
#pragma unroll
        for (int j = 0; j < split::width; ++j) to.payloads[r][j] = v[j];
      }
    }
  }

  // The warp's part of a buffer for the elements of a tile, then their payloads.
  __device__ static typename split::piece piece_of(unsigned char* buffer) {
    const unsigned warp = threadIdx.x / 32;
    return {reinterpret_cast<T*>(buffer) + warp * split::size,
            reinterpret_cast<Payload*>(buffer + key_bytes) + warp * split::size};
  }

  // Loads the warp's elements of a tile and splits them in `piece`. Returns how many go left.
  __device__ unsigned load_and_split(split& elements, const typename split::piece& piece,
                                     size_t tile) const {
    if (is_of_vectors(tile)) {
      load_vectors(elements, all.keys + first(tile), all.payloads + first(tile));
      return elements.template split<true>(all, piece, split::size);
    }
    load_singly(elements, tile);
    return elements.template split<false>(all, piece, present(tile));
  }

  __device__ void load_singly(split& to, size_t tile) const {
#pragma unroll
    for (int r = 0; r < split::rows; ++r)
#pragma unroll
      for (int j = 0; j < split::width; ++j) {
        const size_t i = first(tile) + split::place(r, j);
        typename data::record one{};
        if (i < all.n) one = all.load(i);
        to.keys[r].set(j, one.key);
        to.payloads[r][j] = one.payload;
      }
  }
};

}  // namespace partition
