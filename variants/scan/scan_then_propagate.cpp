// S5: scan blocks, scan their totals, add: the straightforward device-wide scan.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

// Totals are stored one by one, and coalesced after they are scanned.
std::uint64_t sectors_stored_twice(const traffic_of_tiles& traffic_of_tiles, const config&) {
  return 2 * traffic_of_tiles.elements + traffic_of_tiles.tiles + traffic_of_tiles.totals;
}

}  // namespace

variant scan_then_propagate() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "scan_then_propagate",
          .level = 5,
          .catalogue_id = "S5",
          .title = "scan-then-propagate: scan of scans, then a uniform add",
          .summary = "Every block scans its tile and stores the total; the totals are scanned in "
                     "the same way, recursively; a last kernel adds its tile's prefix to every "
                     "element. It reads and writes everything twice, 4N where 2N would do, so that "
                     "the block method hardly matters if memory is the bottleneck. 16-bit floats "
                     "and pairs pass through partial results in memory, which is more traffic "
                     "still. The order of additions is fixed, so floating sums are reproducible.",
          .source = "lecture-2019, 65:24-65:34; GPU Gems 3, chapter 39",
          .types = all_element_types(),
          .axes = {block_axis(true), items_axis(4), method_axis()},
          .constraints = {tile_fits_shared_memory(method_of)},
          .costs = {.bytes = "4*N*s + 4*N/T*s, T = B*K, or 2*B*K with Blelloch's methods",
                    .operations = "N adds more than the block method's",
                    .synchronisation = "1 + 2*ceil(log_T N - 1) launches"},
          .predictions = {of_launches(method_of), sectors_of_two_readings(),
                          of_sectors("global_store_sectors",
                                     "2*N/8 + G + G/8 totals (4-byte, full tiles, G <= T)",
                                     method_of, sectors_stored_twice)},
      },
      method_of);
}

}  // namespace warpmark::scan
