// S4: registers within a warp, one barrier before the second level and one after it.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

block_method method_of_shuffle(const config&) { return shuffle_method(); }

}  // namespace

variant shuffle_two_level() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "shuffle_two_level",
          .level = 4,
          .catalogue_id = "S4",
          .title = "three-stage scan by warp shuffles",
          .summary =
              "Each warp scans its 32 values by five shuffles up, one warp scans the warps' totals "
              "likewise, and each warp adds the total of those before it: 1024 = 32 * 32, the "
              "lecture's \"modern scan\". Two barriers, no bank conflicts, 4 bytes of shared "
              "memory per warp. With `items` > 1 a thread scans consecutive elements in registers "
              "first, which spreads the shuffles over more elements. Neighbouring lanes are then "
              "`items` elements apart: transfer=transposed transposes each warp's elements in "
              "shared memory, so that global accesses are coalesced; direct does not.",
          .source = "lecture-2019, 65:40-68:34",
          .types = all_element_types(),
          .axes = {block_axis(false), items_axis(1), transfer_axis()},
          .constraints = {tile_fits_shared_memory(method_of_shuffle)},
          .costs = {.bytes = "2*N*s in one tile of B*K elements, else 4*N*s and 3*N/(B*K) totals",
                    .operations = "5*B/32 + 5 shuffles per block, + B/32 if exclusive or items > 1",
                    .synchronisation = "2 barriers per block"},
          .predictions = in_one_tile(shuffle_costs(), method_of_shuffle),
      },
      method_of_shuffle);
}

}  // namespace warpmark::scan
