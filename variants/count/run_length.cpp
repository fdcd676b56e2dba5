// H12: one atomic per run of equal bins.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

variant run_length() {
  return {
      .family = "count",
      .name = "run_length",
      .level = 12,
      .catalogue_id = "H12",
      .title = "thread-local runs",
      .summary =
          "A thread processes its keys in their order and counts how often a bin repeats; only "
          "when the bin changes does it add the run's length to the block's histogram. Sorted, "
          "constant and slowly changing keys cost few atomics or none. On random keys it is "
          "shared_block with one more comparison per key, and its atomics add a number, which the "
          "hardware does not merge among lanes as it does increments.",
      .source =
          "catalogue section 5.2; the option of CUB's histogram that compresses runs, which it "
          "takes for 16-bit samples on sm_90",
      .types = key_types(),
      .axes = private_axes(512, 4, 2, "atomics"),
      .constraints = private_constraints(bytes_of_one_histogram),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "one shared atomic per run of each thread",
                .synchronisation = "3 barriers per block; see merge"},
      .predictions = {{"shared_atomic_requests", "dist=constant: one per warp that has a key",
                       warps_with_keys},
                      launches_of_merge()},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            return plan_private(templates::run_length{}, problem, config, limits,
                                bytes_of_one_histogram(problem, config));
          },
  };
}

}  // namespace warpmark::count
