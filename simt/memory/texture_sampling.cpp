#include "simt/memory/texture_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/small_floats.hpp"

namespace warpmark::simt {
namespace {

// Beyond this all coordinates have the same texels; their floor stays an exact integer.
constexpr double farthest = 1099511627776.0;  // 2^40

// Normalised coordinates have this many steps from one integer to the next, on an H100
// (studies/texture_filtering.py).
constexpr double normalized_steps = 2097152.0;  // 2^21

// The one or two texels of a coordinate along one dimension.
struct axis_samples {
  std::array<std::int64_t, 2> index = {0, 0};  // -1: the border.
  std::array<double, 2> weight = {1, 0};
  unsigned count = 1;
};

std::int64_t modulo(std::int64_t value, std::int64_t by) { return ((value % by) + by) % by; }

// Wrapping and mirroring need normalised coordinates, and are clamping otherwise.
texture_address addressing_of(const texture_description& texture) {
  const bool repeats = texture.addressing >= texture_address::wrap;
  return repeats && !texture.normalized_coordinates ? texture_address::clamp : texture.addressing;
}

std::int64_t resolved(std::int64_t index, std::int64_t extent, texture_address addressing) {
  if (index >= 0 && index < extent) return index;
  switch (addressing) {
    case texture_address::border:
      return -1;
    case texture_address::wrap:
      return modulo(index, extent);
    case texture_address::mirror: {
      const std::int64_t at = modulo(index, 2 * extent);
      return at < extent ? at : 2 * extent - 1 - at;
    }
    default:
      return std::clamp<std::int64_t>(index, 0, extent - 1);
  }
}

double in_texels(double coordinate, std::uint32_t extent, bool normalized) {
  if (std::isnan(coordinate)) return 0;
  const double texels = normalized
                            ? std::floor(coordinate * normalized_steps) / normalized_steps * extent
                            : coordinate;
  return std::clamp(texels, -farthest, farthest);
}

// Two texels whose weights are multiples of 1/256.
axis_samples two_texels(double texels) {
  const auto fixed = static_cast<std::int64_t>(std::floor((texels - 0.5) * 256 + 0.5));
  const double fraction = static_cast<double>(fixed & 255) / 256;
  return {{fixed >> 8, (fixed >> 8) + 1}, {1 - fraction, fraction}, 2};
}

axis_samples samples(const texture_description& texture, double coordinate, std::uint32_t extent,
                     bool filters) {
  const double texels = in_texels(coordinate, extent, texture.normalized_coordinates);
  axis_samples result;
  if (filters)
    result = two_texels(texels);
  else
    result.index[0] = static_cast<std::int64_t>(std::floor(texels));
  for (unsigned i = 0; i < result.count; ++i)
    result.index[i] = resolved(result.index[i], extent, addressing_of(texture));
  return result;
}

// Of integer coordinates, which read zero outside, whatever the addressing.
axis_samples whole_sample(double coordinate, std::uint32_t extent) {
  axis_samples result;
  result.index[0] =
      resolved(static_cast<std::int64_t>(coordinate), extent, texture_address::border);
  return result;
}

weighted_texel texel(const texture_description& texture, const std::array<std::int64_t, 3>& index,
                     std::int64_t layer, double weight) {
  if (index[0] < 0 || index[1] < 0 || index[2] < 0) return {0, weight, false};
  const auto slice = static_cast<std::uint64_t>(index[2] + layer);
  return {slice * texture.slice_bytes() +
              static_cast<std::uint64_t>(index[1]) * texture.row_bytes() +
              static_cast<std::uint64_t>(index[0]) * texture.texel_bytes(),
          weight, true};
}

std::int64_t existing_layer(const texture_description& texture, std::int64_t layer) {
  if (texture.layers == 0) return 0;
  const auto last = std::int64_t{texture.layers} - 1;
  return layer < 0 ? last : std::min(layer, last);
}

// The weights of four texels, in 1/256: that of the last one is rounded, the others are what
// remains of the two fractions.
void round_weights(const axis_samples& x, const axis_samples& y, texel_footprint& of) {
  const double across = x.weight[1] * 256, down = y.weight[1] * 256;
  const double both = std::floor(across * down / 256 + 0.5);
  const double weights[] = {256 - across - down + both, across - both, down - both, both};
  for (unsigned i = 0; i < 4; ++i) of.texels[i].weight = weights[i] / 256;
}

// The face of a cube that a direction hits, and where: in [0, 1]^2.
texture_point on_face(const texture_point& direction) {
  const auto [x, y, z] = direction.at;
  const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  texture_point result;
  double s, t, m;
  if (ax >= ay && ax >= az) {
    result.layer = x >= 0 ? 0 : 1;
    m = ax, s = x >= 0 ? -z : z, t = -y;
  } else if (ay >= az) {
    result.layer = y >= 0 ? 2 : 3;
    m = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    result.layer = z >= 0 ? 4 : 5;
    m = az, s = z >= 0 ? x : -x, t = -y;
  }
  result.at = {(s / m + 1) / 2, (t / m + 1) / 2, 0};
  return result;
}

double signed_fraction(double value, double largest) { return std::max(value / largest, -1.0); }

}  // namespace

texel_footprint texels_at(const texture_description& texture, const texture_point& given) {
  texture_point point = given;
  if (texture.cube) {
    point = on_face(given);
    point.layer += 6 * std::clamp<std::int64_t>(given.layer, 0, texture.layers / 6 - 1);
  }
  const std::array<std::uint32_t, 3> extents = {texture.width, texture.height, texture.depth};
  std::array<axis_samples, 3> axes;
  for (unsigned i = 0; i < texture.dimensions; ++i)
    axes[i] = point.whole ? whole_sample(point.at[i], extents[i])
                          : samples(texture, point.at[i], extents[i], texture.linear_filter);
  // A card has a second row, too, for the filter of one dimension: a border outside it.
  const bool has_outer_row = texture.dimensions == 1 && texture.layers == 0 && !point.whole &&
                             texture.linear_filter && texture.addressing == texture_address::border;
  if (has_outer_row) axes[1] = samples(texture, 0, 1, true);
  const std::int64_t layer = existing_layer(texture, point.layer);
  texel_footprint result;
  for (unsigned z = 0; z < axes[2].count; ++z)
    for (unsigned y = 0; y < axes[1].count; ++y)
      for (unsigned x = 0; x < axes[0].count; ++x)
        result.texels[result.count++] =
            texel(texture, {axes[0].index[x], axes[1].index[y], axes[2].index[z]}, layer,
                  axes[0].weight[x] * axes[1].weight[y] * axes[2].weight[z]);
  if (result.count == 4) round_weights(axes[0], axes[1], result);
  return result;
}

texel_footprint gathered_texels(const texture_description& texture, const texture_point& point) {
  texture_description filtered = texture;
  filtered.linear_filter = true;
  const texel_footprint square = texels_at(filtered, point);
  texel_footprint result{4, {}};
  for (unsigned i = 0; i < 4; ++i) {
    constexpr unsigned order[] = {2, 3, 1, 0};
    result.texels[i] = square.texels[order[i]];
  }
  return result;
}

double texel_value(const texture_description& texture, const std::byte* texel, unsigned channel) {
  const unsigned size = size_bytes(texture.format);
  std::uint32_t bits = 0;
  std::memcpy(&bits, texel + channel * size, size);
  switch (texture.format) {
    case texel_format::f32: {
      float value;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
    case texel_format::f16:
      return f16_format::widen(static_cast<std::uint16_t>(bits));
    case texel_format::u8:
      return texture.normalized_read ? bits / 255.0 : bits;
    case texel_format::u16:
      return texture.normalized_read ? bits / 65535.0 : bits;
    case texel_format::s8: {
      const auto value = static_cast<std::int8_t>(bits);
      return texture.normalized_read ? signed_fraction(value, 127) : value;
    }
    case texel_format::s16: {
      const auto value = static_cast<std::int16_t>(bits);
      return texture.normalized_read ? signed_fraction(value, 32767) : value;
    }
    case texel_format::s32:
      return static_cast<std::int32_t>(bits);
    default:
      return bits;
  }
}

}  // namespace warpmark::simt
