// H11: lanes with equal bins add once.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::vector<axis> axes_of_warp_aggregated() {
  std::vector<axis> result = private_axes(256, 8, 1, "atomics");
  result.push_back({.name = "finder",
                    .summary = "how lanes with equal bins find each other: one match instruction, "
                               "or one ballot per bit of the bin",
                    .values = {"match", "ballots"},
                    .base = "match"});
  return result;
}

}  // namespace

variant warp_aggregated() {
  return {
      .family = "count",
      .name = "warp_aggregated",
      .level = 11,
      .catalogue_id = "H11",
      .title = "warp-aggregated atomics",
      .summary =
          "The lanes of a warp that have the same bin find each other, and the first of them adds "
          "their number to the block's histogram. No two lanes of an atomic share an address, and "
          "constant keys cost one lane's atomic instead of 32. The search is paid for every key, "
          "so it wins only where atomics with many lanes on one address are slow: on skewed keys, "
          "and where the hardware does not merge equal lanes itself.",
      .source =
          "A. Adinetz, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics (2014); "
          "E. Westphal, Voting and Shuffling to Optimize Atomic Operations (2015)",
      .types = key_types(),
      .axes = axes_of_warp_aggregated(),
      .constraints = private_constraints(bytes_of_one_histogram),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "N/32 searches; shared atomics: distinct bins of each warp",
                .synchronisation = "3 barriers per block; see merge"},
      .predictions = {{"shared_atomic_requests", "one per key of a lane's vectors in each warp",
                       requests_of_all_keys},
                      {"shared_atomic_serialisation", "0",
                       [](const problem&, const config&) -> std::optional<std::uint64_t> {
                         return 0;
                       }},
                      {"shared_atomic_wavefronts", "dist=constant: the requests",
                       wavefronts_of_constant_keys},
                      launches_of_merge()},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            return plan_private(
                templates::warp_aggregated{.Finder = "count::found_by_" + config.text("finder")},
                problem, config, limits, bytes_of_one_histogram(problem, config));
          },
  };
}

}  // namespace warpmark::count
