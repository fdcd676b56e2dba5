#include "variants/reduce/shared/axes.hpp"

namespace warpmark::reduce {

axis block_axis(bool power_of_two) {
  return {.name = "block",
          .summary = "threads per block",
          .values = {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256},
                     std::int64_t{512}, std::int64_t{1024}},
          .base = std::int64_t{256},
          .swept = true,
          .min = 32,
          .max = 1024,
          .multiple_of = power_of_two ? 1 : 32,
          .power_of_two = power_of_two};
}

axis items_axis() {
  return {.name = "items",
          .summary = "elements that a thread folds while loading",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}},
          .base = std::int64_t{1},
          .min = 1,
          .max = 64};
}

std::vector<element_type> every_type() {
  const auto types = all_element_types();
  return {types.begin(), types.end()};
}

}  // namespace warpmark::reduce
