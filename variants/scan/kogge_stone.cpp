// Hillis and Steele's network in registers, on both levels: one barrier.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

block_method method_of_kogge_stone(const config&) { return kogge_stone_method(); }

}  // namespace

variant kogge_stone() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "kogge_stone",
          .level = 4,
          .catalogue_id = "",
          .title = "Kogge-Stone networks of 32 lanes in registers, one barrier",
          .summary =
              "The network of Kogge and Stone is that of hillis_steele: at distance d = 1, 2, 4, "
              "... each value takes the one d before it. There all of a block's values pass "
              "through shared memory, with a barrier per step. Here a network spans the 32 lanes "
              "of a warp, and values pass through shuffles. A second network combines the warps' "
              "totals, as in shuffle_two_level, but every warp computes it for itself, so that no "
              "warp waits for the result of another: one barrier instead of two, for 12 instead of "
              "5 shuffles per warp and 5 more.",
          .source = "P. M. Kogge, H. S. Stone, A Parallel Algorithm for the Efficient Solution of "
                    "a General Class of Recurrence Equations, IEEE Transactions on Computers "
                    "C-22(8), 1973",
          .types = all_element_types(),
          .axes = {block_axis(false)},
          .costs = {.bytes = "2*N*s in one tile, else 4*N*s and 3*N/B totals",
                    .operations = "12*B/32 shuffles per block, + B/32 if exclusive",
                    .synchronisation = "1 barrier per block"},
          .predictions = in_one_tile(kogge_stone_costs(), method_of_kogge_stone),
          .reproducible = determinism::gpu_to_gpu,
      },
      method_of_kogge_stone);
}

}  // namespace warpmark::scan
