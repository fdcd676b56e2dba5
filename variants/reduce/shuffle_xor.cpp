// R15: registers instead of shared memory within a warp.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"

namespace warpmark::reduce {

variant shuffle_xor() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "shuffle_xor",
          .level = 15,
          .catalogue_id = "R15",
          .title = "two-level warp shuffle, xor (butterfly)",
          .summary = "As shuffle_two_level, but lanes exchange with lane ^ d, so that every lane "
                     "holds the warp's result after five steps. The instruction count is the same; "
                     "the butterfly saves a broadcast where all lanes need the result.",
          .source = "lecture-2019, 44:27",
          .types = all_element_types(),
          .axes = {block_axis(false), items_axis(), second_level_axis()},
          .constraints = {order_needs_one_item()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "5*B/32 + 5 shuffles and adds per block",
                    .synchronisation = "1 barrier per block"},
      },
      [](const config& config) { return shuffle_pass(config, "warp::exchange_xor"); },
      two_level_depth, two_level_shuffle_costs());
}

}  // namespace warpmark::reduce
