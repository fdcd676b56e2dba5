#include "variants/reduce/shared/axes.hpp"

namespace warpmark::reduce {

axis items_axis() {
  return {.name = "items",
          .summary = "elements that a thread folds while loading",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}},
          .base = std::int64_t{1},
          .min = 1,
          .max = 64};
}

}  // namespace warpmark::reduce
