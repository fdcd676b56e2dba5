// S2: the work-efficient tree. Linear work, but many barriers and conflicts.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

std::string unpadded(const config&) { return "unpadded"; }

block_method unpadded_method(const config& config) { return blelloch_method(unpadded(config)); }

}  // namespace

variant blelloch() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "blelloch",
          .level = 2,
          .catalogue_id = "S2",
          .title = "shared-memory scan of Blelloch, up-sweep and down-sweep",
          .summary =
              "Two elements per thread. The up-sweep adds neighbours into a tree (a Fenwick tree "
              "in the elements' own slots); the root is saved as the total and replaced by the "
              "neutral element; the down-sweep passes each node's prefix to its left child and, "
              "combined with the left subtree, to its right one. 2(n - 1) additions instead of n "
              "log2 n, but twice the barriers, most threads idle in most steps, and nodes of one "
              "level are a power of two apart: at n = 1024, up to 32 lanes conflict on one bank. "
              "Exclusive by nature: an inclusive scan adds the element once more.",
          .source = "lecture-2019, 55:12-61:50; G. E. Blelloch, Prefix Sums and Their "
                    "Applications, 1990; GPU Gems 3, chapter 39",
          .types = all_element_types(),
          .axes = {block_axis(true)},
          .costs = {.bytes = "2*N*s in one tile of n = 2*B, else 4*N*s and 3*N/n totals",
                    .operations = "2*(n - 1) adds per block of n = 2*B elements, + n if inclusive",
                    .synchronisation = "1 + 2*log2 n barriers per block"},
          .predictions = in_one_tile(blelloch_costs(unpadded), unpadded_method),
      },
      unpadded_method);
}

}  // namespace warpmark::scan
