// H7: one histogram per block in shared memory.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

variant shared_block() {
  return {
      .family = "count",
      .name = "shared_block",
      .level = 7,
      .catalogue_id = "H7",
      .title = "one histogram per block in shared memory",
      .summary =
          "A block counts its share of the keys in shared memory, and only its totals go to global "
          "memory. Lanes of a warp whose bins are in one bank conflict: 32 random bins cost 3.5 "
          "wavefronts on average. Lanes with the same bin cost one wavefront if the hardware "
          "merges them, as sm_90 does for increments by one. Wins where there are too many bins "
          "for copies of the histogram.",
      .source =
          "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007); N. Sakharnykh, GPU Pro "
          "Tip: Fast Histograms Using Shared Atomics on Maxwell (2015)",
      .types = key_types(),
      .axes = private_axes(512, 4, 2, "atomics"),
      .constraints = private_constraints(bytes_of_one_histogram),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "N shared atomics, + bins*G global ones",
                .synchronisation = "3 barriers per block; see merge"},
      .predictions = predictions_of_shared_atomics(),
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            return plan_private(templates::shared_block{}, problem, config, limits,
                                bytes_of_one_histogram(problem, config));
          },
  };
}

}  // namespace warpmark::count
