// The work-efficient tree in its inclusive form: fewer accesses than Blelloch's, and no root.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

std::string padding_of_tree(const config& config) { return config.text("pad"); }

block_method method_of_brent_kung(const config& config) {
  return brent_kung_method(padding_of_tree(config));
}

}  // namespace

variant brent_kung() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "brent_kung",
          .level = 3,
          .catalogue_id = "",
          .title = "shared-memory scan of Brent and Kung",
          .summary =
              "Two elements per thread. The up-sweep is Blelloch's. On the way down, the prefix "
              "that ends where a subtree begins is added to the subtree's middle: 2*log2 n - 1 "
              "steps with 2(n - 1) - log2 n additions, in place, with two loads and one store each "
              "where Blelloch's exchange has two and two. No root is replaced and no neutral "
              "element is needed: it is inclusive by nature, and an exclusive scan reads its "
              "results one place earlier. Most threads are idle in most steps, and the bank "
              "conflicts and their padding are those of Blelloch's tree.",
          .source = "R. P. Brent, H. T. Kung, A Regular Layout for Parallel Adders, IEEE "
                    "Transactions on Computers C-31(3), 1982",
          .types = all_element_types(),
          .axes = {block_axis(true),
                   {.name = "pad",
                    .summary =
                        "unused words: none, one after every 32, or one more after every 1024",
                    .values = {"unpadded", "pad32", "pad32x2"},
                    .base = "pad32"}},
          .costs = {.bytes = "2*N*s in one tile of n = 2*B, else 4*N*s and 3*N/n totals",
                    .operations = "2*(n - 1) - log2 n adds per block of n = 2*B elements",
                    .synchronisation = "2*log2 n barriers per block"},
          .predictions = in_one_tile(brent_kung_costs(padding_of_tree), method_of_brent_kung),
          .reproducible = determinism::gpu_to_gpu,
      },
      method_of_brent_kung);
}

}  // namespace warpmark::scan
