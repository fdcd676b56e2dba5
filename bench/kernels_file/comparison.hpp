#pragma once

#include <cstddef>
#include <span>

#include "variants/contract/element_type.hpp"
#include "variants/contract/family.hpp"

namespace warpmark::kernels_file {

/// The tolerance of outputs: |got - expected| <= absolute + relative * |expected| + depth * u * m,
/// with the unit roundoff u of the type and the magnitude m of the element. Without
/// tolerances only equal values pass; NaN equals NaN, and infinities of one sign are equal.
struct comparison {
  element_type type = element_type::i32;
  double absolute = 0, relative = 0;
  double depth = 0;
  std::span<const std::byte> magnitudes = {};  ///< Of `type`, as many as outputs; for a depth.
};

/// The result has the first element that differs too much or, if all pass, the largest error.
oracle_result compare(std::span<const std::byte> expected, std::span<const std::byte> got,
                      const comparison& comparison);

}  // namespace warpmark::kernels_file
