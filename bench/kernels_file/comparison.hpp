#pragma once

#include <cstddef>
#include <span>

#include "variants/contract/element_type.hpp"
#include "variants/contract/family.hpp"

namespace warpmark::kernels_file {

/// How outputs are compared: |got - expected| <= absolute + relative * |expected|. Without
/// tolerances only equal values pass; NaN equals NaN, and infinities themselves.
struct comparison {
  element_type type = element_type::i32;
  double absolute = 0, relative = 0;
};

/// Names the first element that differs too much; where all pass, the largest error.
verdict compare(std::span<const std::byte> expected, std::span<const std::byte> got,
                const comparison& comparison);

}  // namespace warpmark::kernels_file
