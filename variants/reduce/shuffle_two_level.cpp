// R14: registers instead of shared memory within a warp.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"

namespace warpmark::reduce {

namespace {

block_pass pass_of(const config& config) { return shuffle_pass(config, "warp::exchange_down"); }

}  // namespace

variant shuffle_two_level() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "shuffle_two_level",
          .level = 14,
          .catalogue_id = "R14",
          .title = "two-level warp shuffle, down",
          .summary =
              "Each warp folds its 32 values in registers by five shuffles down, the "
              "warps' results pass through shared memory, and one warp folds those: 1024 = "
              "32 * 32. One barrier instead of log2 B, no bank conflicts, 4 bytes of "
              "shared memory a warp. With second_level=every all warps fold the second "
              "level, so that all know the result. Compare block_barriers and the wavefronts with "
              "tree_sequential's.",
          .source = "lecture-2019 (lecture), 44:37-49:32",
          .types = all_element_types(),
          .axes = {block_axis(false), items_axis(), second_level_axis()},
          .constraints = {order_needs_one_item()},
          .costs = {.bytes = "N*s + G*s a pass",
                    .operations = "5*B/32 + 5 shuffles and adds a block",
                    .synchronisation = "1 barrier a block"},
      },
      pass_of, two_level_depth, two_level_shuffle_costs());
}

}  // namespace warpmark::reduce
