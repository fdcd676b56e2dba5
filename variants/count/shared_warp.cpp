// H8: one histogram per warp in shared memory.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::size_t shared_bytes_of_warps(const problem& problem, const config& config) {
  return static_cast<std::size_t>(problem.integer("bins") * (config.integer("block") / 32)) *
         sizeof(std::uint32_t);
}

}  // namespace

variant shared_warp() {
  return {
      .family = "count",
      .name = "shared_warp",
      .level = 8,
      .catalogue_id = "H8",
      .title = "one histogram per warp in shared memory",
      .summary =
          "Each warp of a block has a histogram of its own. That once avoided locks: devices "
          "without atomics in shared memory tagged counters with a thread's number and retried, "
          "which worked only within a warp. With native atomics warps hardly contend, so only the "
          "cost remains: clearing and adding up one histogram per warp. Wins where the atomics of "
          "several warps on one address are slow.",
      .source =
          "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007), histogram256: 6 warps per "
          "block, 240 blocks, a second kernel to merge",
      .types = key_types(),
      .axes = private_axes(192, 8, 2, "table"),
      .constraints = private_constraints(shared_bytes_of_warps),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "N shared atomics, + bins*(B/32)*G additions",
                .synchronisation = "3 barriers per block; see merge"},
      .predictions = predictions_of_shared_atomics(),
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            return plan_private(templates::shared_warp{}, problem, config, limits,
                                shared_bytes_of_warps(problem, config));
          },
  };
}

}  // namespace warpmark::count
