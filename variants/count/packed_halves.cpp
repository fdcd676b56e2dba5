// Many bins in one block's shared memory: two counters per word, with exact overflow.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::size_t shared_bytes_of_halves(const problem& problem, const config&) {
  return (static_cast<std::size_t>(problem.integer("bins")) + 1) / 2 * sizeof(std::uint32_t);
}

bool combines_runs(const config& config) { return config.text("runs") == "combined"; }

std::vector<axis> axes_of_packed_halves() {
  // Overflow is added to the counts while keys are counted, so these must be cleared before.
  std::vector<axis> result = counter_axes(1024, 1, 4);
  result.push_back({.name = "runs",
                    .summary = "whether equal neighbours among the keys of a vector become one "
                               "atomic (combined) or not (single)",
                    .values = {"single", "combined"},
                    .base = "single"});
  return result;
}

// While no block has enough keys to fill a half.
std::optional<std::uint64_t> requests(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t grid = grid_of_shares(problem, config, device_limits{});
  const bool none_is_filled = n / grid + 64 < 1u << 15;
  // No run is longer than one key if neighbours differ.
  const bool one_each = !combines_runs(config) || problem.text("dist") == "distinct";
  if (!none_is_filled || !one_each) return std::nullopt;
  return requests_of_all_keys(problem, config);
}

}  // namespace

variant packed_halves() {
  return {
      .family = "count",
      .name = "packed_halves",
      .level = 17,
      .catalogue_id = "",
      .title = "16-bit counters, two per word, with exact overflow",
      .summary =
          "One histogram per block, of counters half as wide: 65 536 bins take 128 KiB of shared "
          "memory, where 32-bit counters do not fit. Each atomic returns its word, which tells a "
          "lane that it has filled or overflowed a half; what exceeds a half is moved to the "
          "counts, exactly, however lanes interleave. Random keys seldom collide among so many "
          "bins, so what remains are bank conflicts. Wins from about 10^4 bins on. Constant keys "
          "are the worst case: lanes that get a result are serialised, which combined runs reduce.",
      .source =
          "catalogue section 5.2 (narrow counters with a flush), H13's range of bins; the overflow "
          "scheme is this project's own, with a proof in kernels/count/packed_halves.cuh",
      .types = key_types(),
      .axes = axes_of_packed_halves(),
      .constraints = counter_constraints(shared_bytes_of_halves),
      .costs = {.bytes = "N*s + 4*bins*G",
                .operations = "N shared atomics with a result, + bins*G global ones",
                .synchronisation = "one fill, one launch"},
      .predictions = {{"shared_atomic_requests",
                       "one per key of a lane's vectors in each warp, while a block has fewer than "
                       "2^15 keys; runs=combined: dist=distinct",
                       requests}},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            warpmark::config merged = config;
            merged.set("merge", "atomics");
            merged.set("pdl", "off");
            return plan_private(templates::packed_halves{.runs = combines_runs(config)}, problem,
                                merged, limits, shared_bytes_of_halves(problem, config));
          },
  };
}

}  // namespace warpmark::count
