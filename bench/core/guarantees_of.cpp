#include "bench/core/guarantees_of.hpp"

namespace warpmark {

guarantees guarantees_of(const point& point, const device_limits& limits) {
  const variant& variant = *point.variant;
  return {.rounding_depth = variant.rounding_depth(point.problem, point.config, limits),
          .stable = variant.stable,
          .selected_in_order = variant.selected_in_order};
}

}  // namespace warpmark
