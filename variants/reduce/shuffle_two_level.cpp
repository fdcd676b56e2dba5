// R14: registers instead of shared memory within a warp.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"

namespace warpmark::reduce {

variant shuffle_two_level() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "shuffle_two_level",
          .level = 14,
          .catalogue_id = "R14",
          .title = "two-level warp shuffle, down",
          .summary =
              "Each warp reduces its 32 values in registers by five shuffles down, the warps' "
              "results pass through shared memory, and one warp reduces those: 1024 = 32 * 32. One "
              "barrier instead of log2 B, no bank conflicts, 4 bytes of shared memory per warp. "
              "With second_level=every all warps perform the second level, so that all have the "
              "result. Compare block_barriers and the wavefronts with tree_sequential's.",
          .source = "lecture-2019, 44:37-49:32",
          .types = all_element_types(),
          .axes = {block_axis(false), items_axis(), second_level_axis()},
          .constraints = {order_needs_one_item()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "5*B/32 + 5 shuffles and adds per block",
                    .synchronisation = "1 barrier per block"},
      },
      [](const config& config) { return shuffle_pass(config, "warp::exchange_down"); },
      two_level_depth, two_level_shuffle_costs());
}

}  // namespace warpmark::reduce
