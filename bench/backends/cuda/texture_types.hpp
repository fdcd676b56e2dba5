#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/device_memory.hpp"

// Structures of the driver for arrays, texture and surface objects, with the layout of cuda.h.

namespace warpmark::cuda {

using array_handle = struct CUarray_st*;

/// CUDA_ARRAY3D_DESCRIPTOR. An absent dimension is 0; layers are in `depth`.
struct array_descriptor {
  static constexpr unsigned layered = 1, surface = 2, cube = 4;
  std::size_t width = 0, height = 0, depth = 0;
  unsigned format = 0, channels = 1, flags = 0;
};

/// CUDA_RESOURCE_DESC.
struct resource_descriptor {
  enum : unsigned { array_kind = 0, linear = 2, pitch = 3 };
  /// The members `linear` (sizes[0]: bytes) and `pitch2D` (width, height, bytes of a row).
  struct memory_part {
    device_pointer address;
    unsigned format, channels;
    std::size_t width_or_bytes, height, pitch_bytes;
  };
  unsigned kind = array_kind;
  union {
    array_handle array;
    memory_part memory;
    int reserved[32] = {};
  } resource;
  unsigned flags = 0;
};
static_assert(sizeof(resource_descriptor) == 144);

/// CUDA_TEXTURE_DESC.
struct texture_descriptor {
  static constexpr unsigned read_as_integer = 1, normalized = 2;
  std::array<int, 3> address_mode{};
  int filter = 0;
  unsigned flags = 0, max_anisotropy = 0;
  int mipmap_filter = 0;
  float mipmap_bias = 0, min_level = 0, max_level = 0;
  std::array<float, 4> border{};
  std::array<int, 12> reserved{};
};
static_assert(sizeof(texture_descriptor) == 104);

/// One side of CUDA_MEMCPY3D.
struct copy_end {
  enum : unsigned { device_memory = 2, array_memory = 3 };
  std::size_t x_bytes = 0, y = 0, z = 0, level = 0;
  unsigned kind = device_memory;
  const void* host = nullptr;
  device_pointer device = 0;
  array_handle array = nullptr;
  void* reserved = nullptr;
  std::size_t pitch_bytes = 0, height = 0;
};

/// CUDA_MEMCPY3D.
struct copy_3d {
  copy_end from, to;
  std::size_t width_bytes = 0, height = 0, depth = 0;
};
static_assert(sizeof(copy_3d) == 200);

}  // namespace warpmark::cuda
