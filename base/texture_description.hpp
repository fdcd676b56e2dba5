#pragma once

#include <array>
#include <cstdint>

namespace warpmark {

/// How the texels of a texture or surface are stored.
enum class texel_format : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };

/// Bytes of one channel.
inline unsigned size_bytes(texel_format format) {
  return format <= texel_format::s8 ? 1
         : format == texel_format::u32 || format == texel_format::s32 || format == texel_format::f32
             ? 4
             : 2;
}
inline bool is_floating(texel_format format) { return format >= texel_format::f16; }
inline bool is_signed(texel_format format) {
  return format == texel_format::s8 || format == texel_format::s16 || format == texel_format::s32;
}

/// What a coordinate outside the texture reads.
enum class texture_address : std::uint8_t { clamp, border, wrap, mirror };

/// The memory behind a texture on a card: an array in the card's own layout, or a buffer's bytes,
/// in one dimension or in rows. The interpreter has one layout, that of the buffer.
enum class texture_memory : std::uint8_t { array, linear, pitch };

/// A texture or surface object over a buffer whose last index is x. An absent dimension has the
/// extent 1.
struct texture_description {
  std::uint64_t address = 0;                       ///< Of the first texel.
  unsigned dimensions = 1;                         ///< 1 to 3, without layers.
  std::uint32_t width = 1, height = 1, depth = 1;  ///< In texels.
  std::uint32_t layers = 0;  ///< 0: not layered. Faces of a cube count as layers.
  bool cube = false;         ///< layers is a multiple of 6.
  texel_format format = texel_format::f32;
  unsigned channels = 1;  ///< 1, 2 or 4.
  bool surface = false;   ///< What follows is for textures.
  texture_memory memory = texture_memory::array;
  bool linear_filter = false;
  texture_address addressing = texture_address::clamp;  ///< In all dimensions.
  bool normalized_coordinates = false;
  bool normalized_read =
      false;  ///< Integers of 8 or 16 bits are read as floats in [0, 1] or [-1, 1].

  std::uint64_t texel_bytes() const { return std::uint64_t{channels} * size_bytes(format); }
  std::uint64_t row_bytes() const { return width * texel_bytes(); }
  std::uint64_t slice_bytes() const { return height * row_bytes(); }
  std::uint64_t slices() const { return std::uint64_t{depth} * (layers == 0 ? 1 : layers); }
  std::uint64_t bytes() const { return slices() * slice_bytes(); }
};

}  // namespace warpmark
