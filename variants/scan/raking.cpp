// One warp scans the block's values: linear work, two barriers, little parallelism.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

block_method method_of_raking(const config& config) { return raking_method(config.text("pad")); }

// Without padding a lane's values are adjacent, and the compiler may load several at once.
std::vector<counter_prediction> predictions_of_raking() {
  auto predictions = in_one_tile(raking_costs(), method_of_raking);
  for (auto& prediction : predictions)
    if (prediction.metric.starts_with("shared_"))
      prediction.value = [whole = prediction.value](const problem& problem,
                                                    const config& config) -> predicted_count {
        return config.text("pad") == "unpadded" ? predicted_count() : whole(problem, config);
      };
  return predictions;
}

}  // namespace

variant raking() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "raking",
          .level = 4,
          .catalogue_id = "",
          .title = "raking: one warp scans the block's values in shared memory",
          .summary =
              "All threads store their values. Each lane of one warp scans B/32 consecutive ones "
              "in registers, five shuffles scan the lanes' totals, and each lane stores its values "
              "with its prefix, which all threads read. The work is linear, 2*B + 97 additions, "
              "with 6 shuffles and 2 barriers whatever the block; but all warps except one wait, "
              "so that it needs other blocks on the multiprocessor to hide its latency. Lanes are "
              "B/32 words apart, which conflicts on banks unless one word after every 32 is "
              "unused.",
          .source = "D. Merrill, A. Grimshaw, Parallel Scan for Stream Architectures, 2009; CUB, "
                    "BLOCK_SCAN_RAKING_MEMOIZE; loop raking: G. E. Blelloch, S. Chatterjee, M. "
                    "Zagha, Solving Linear Recurrences with Loop Raking, IPPS 1992",
          .types = all_element_types(),
          .axes = {block_axis(false),
                   {.name = "pad",
                    .summary = "unused words: none, or one after every 32",
                    .values = {"unpadded", "pad32"},
                    .base = "pad32"}},
          .costs = {.bytes = "2*N*s in one tile, else 4*N*s and 3*N/B totals",
                    .operations =
                        "2*B + 97 adds in 2*B/32 + 4 warp-ops of one warp per block, if inclusive",
                    .synchronisation = "2 barriers per block"},
          .predictions = predictions_of_raking(),
          .reproducible = determinism::gpu_to_gpu,
      },
      method_of_raking);
}

}  // namespace warpmark::scan
