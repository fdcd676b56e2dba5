// S1: every step doubles the number of elements that each value covers. The shortest block scan.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

block_method method_of_buffers(const config& config) {
  return hillis_steele_method(config.integer("buffers"));
}

}  // namespace

variant hillis_steele() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "hillis_steele",
          .level = 1,
          .catalogue_id = "S1",
          .title = "shared-memory scan of Hillis and Steele",
          .summary =
              "In the step of distance d = 1, 2, 4, ... each thread adds the value d before its "
              "own, so that after log2 B steps each value covers all elements up to its own: sum "
              "0..6 is 3..6 and 0..2. Some B log2 B additions where B - 1 would do, but every warp "
              "works in every step, on consecutive words, with hardly any address arithmetic. In "
              "place, a barrier must separate a step's reads from its writes; two alternating "
              "buffers avoid it for twice the shared memory.",
          .source = "lecture-2019, 52:58-54:40; W. D. Hillis, G. L. Steele, Data Parallel "
                    "Algorithms, CACM 29(12), 1986",
          .types = all_element_types(),
          .axes = {block_axis(false),
                   {.name = "buffers",
                    .summary = "copies of the tile in shared memory that steps alternate between",
                    .values = {std::int64_t{1}, std::int64_t{2}},
                    .base = std::int64_t{2},
                    .min = 1,
                    .max = 2}},
          .costs = {.bytes = "2*N*s in one tile, else 4*N*s and 3*N/B totals",
                    .operations = "B*log2 B - B + 1 adds in B/32*log2 B warp-ops per block",
                    .synchronisation = "1 + log2 B barriers per block, 1 + 2*log2 B in place"},
          .predictions = in_one_tile(hillis_steele_costs(), method_of_buffers),
      },
      method_of_buffers);
}

}  // namespace warpmark::scan
