// S3: the same tree with unused words that avoid bank conflicts.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

std::string padding_of_config(const config& config) { return config.text("pad"); }

block_method padded_method(const config& config) {
  return blelloch_method(padding_of_config(config));
}

}  // namespace

variant blelloch_padded() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "blelloch_padded",
          .level = 3,
          .catalogue_id = "S3",
          .title = "Blelloch's scan with padded shared memory",
          .summary =
              "Node i is in slot i + i/32: one word after every 32 is never used, the lecture's "
              "\"25th frame\". Lanes that were 32 words apart, in one bank, are 33 apart, in "
              "neighbouring ones. That removes every conflict of trees of up to 1024 leaves; "
              "larger ones need i/1024 in addition (pad32x2). It costs 1/32 more shared memory and "
              "the address arithmetic. A popular macro for it, `i >> 5 + i >> 10`, pads nothing, "
              "since + binds tighter than >>; only the wavefronts show it.",
          .source = "lecture-2019, 61:47-64:48 and 69:26-70:51; GPU Gems 3, chapter 39",
          .types = all_element_types(),
          .axes = {block_axis(true),
                   {.name = "pad",
                    .summary = "unused words: one after every 32, or one more after every 1024",
                    .values = {"pad32", "pad32x2"},
                    .base = "pad32"}},
          .costs = {.bytes = "2*N*s in one tile of n = 2*B, else 4*N*s and 3*N/n totals",
                    .operations = "2*(n - 1) adds per block of n = 2*B elements, + n if inclusive",
                    .synchronisation = "1 + 2*log2 n barriers per block"},
          .predictions = in_one_tile(blelloch_costs(padding_of_config), padded_method),
      },
      padded_method);
}

}  // namespace warpmark::scan
