#include "variants/reduce/shared/axes.hpp"

namespace warpmark::reduce {

axis items_axis() {
  return {.name = "items",
          .summary = "elements that a thread reduces while loading",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}},
          .base = std::int64_t{1},
          .min = 1,
          .max = 64};
}

axis vector_bytes_axis() {
  return {.name = "vector",
          .summary = "bytes per lane and load instruction",
          .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
          .base = std::int64_t{16},
          .min = 4,
          .max = 16,
          .power_of_two = true};
}

constraint vector_holds_an_element() {
  return {"a vector holds complete elements: vector >= element size",
          [](const problem& problem, const config& config, const device_limits&) {
            return static_cast<std::size_t>(config.integer("vector")) >=
                   size_bytes(*parse_element_type(problem.text("type")));
          }};
}

axis unroll_axis(std::int64_t base) {
  return {.name = "unroll",
          .summary = "vectors in flight per thread",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
          .base = base,
          .min = 1,
          .max = 16};
}

}  // namespace warpmark::reduce
