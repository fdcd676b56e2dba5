#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/texture_description.hpp"

namespace warpmark::simt {

/// Coordinates of one thread in the units of its instruction: texels, or [0, 1) if normalised. Of a
/// cube, a direction.
struct texture_point {
  std::array<double, 3> at = {0, 0, 0};
  std::int64_t layer = 0;  ///< The last one if it is negative or too large.
  bool whole = false;      ///< The coordinates are integers: one texel, without a filter.
};

/// A texel and its weight in the result. A texel that addressing by border excludes is absent.
struct weighted_texel {
  std::uint64_t offset = 0;  ///< In bytes from the first texel.
  double weight = 1;
  bool present = true;
};

/// The texels that one thread reads: 1, or 2, 4 or 8 with a linear filter.
struct texel_footprint {
  unsigned count = 0;
  std::array<weighted_texel, 8> texels;
};

/// CUDA C++ Programming Guide, "Texture Fetching"; rounding as an H100 does
/// (studies/texture_filtering.py): the weights of the linear filter have 8 fractional bits.
texel_footprint texels_at(const texture_description& texture, const texture_point& point);

/// The four texels that tld4 gathers, in the order of its results: (0,1), (1,1), (1,0), (0,0).
texel_footprint gathered_texels(const texture_description& texture, const texture_point& point);

/// One channel of a texel as the filter and the kernel see it: integers as they are, or floats.
double texel_value(const texture_description& texture, const std::byte* texel, unsigned channel);

}  // namespace warpmark::simt
