// H10: several copies of a block's histogram, so that lanes collide less often, or never.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

bool is_skewed(const config& config) { return config.text("layout") == "skewed"; }

std::size_t shared_bytes_of_copies(const problem& problem, const config& config) {
  const std::int64_t bins = problem.integer("bins") + (is_skewed(config) ? 1 : 0);
  return static_cast<std::size_t>(bins * config.integer("copies")) * sizeof(std::uint32_t);
}

bool has_a_bank_for_each_lane(const config& config) {
  return !is_skewed(config) && config.integer("copies") >= 32;
}

std::optional<std::uint64_t> wavefronts(const problem& problem, const config& config) {
  if (!has_a_bank_for_each_lane(config)) return std::nullopt;
  return requests_of_all_keys(problem, config);
}

std::optional<std::uint64_t> serialisation(const problem&, const config& config) {
  if (config.integer("copies") < 32) return std::nullopt;
  return 0;
}

launch_plan plan_replicated(const problem& problem, const config& config,
                            const device_limits& limits) {
  return plan_private(
      templates::replicated{.copies = config.integer("copies"),
                            .Layout = is_skewed(config) ? "count::skewed" : "count::columns"},
      problem, config, limits, shared_bytes_of_copies(problem, config));
}

std::vector<axis> axes_of_replicated() {
  std::vector<axis> result = private_axes(1024, 1, 4, "flag");
  result.push_back(
      {.name = "copies",
       .summary = "histograms per block; lane l counts in number l mod copies",
       .values = {std::int64_t{1}, std::int64_t{8}, std::int64_t{32}, std::int64_t{64}},
       .base = std::int64_t{32},
       .min = 1,
       .max = 64,
       .power_of_two = true});
  result.push_back({.name = "layout",
                    .summary = "columns: the copies of a counter are adjacent; skewed: one copy "
                               "after the other, shifted by one bank each",
                    .values = {"columns", "skewed"},
                    .base = "columns"});
  return result;
}

}  // namespace

variant replicated() {
  return {
      .family = "count",
      .name = "replicated",
      .level = 10,
      .catalogue_id = "H10",
      .title = "replicated histograms, one bank per lane",
      .summary =
          "A block has several copies of its histogram, and neighbouring lanes count in different "
          "ones. With 32 adjacent copies, each lane has a bank to itself: no request takes more "
          "than one wavefront, whatever the keys are, so constant and random keys cost the same. "
          "With 64 copies one instruction makes an address of a byte and the lane's offset. One "
          "large block per multiprocessor minimises the copies that must be cleared and added up. "
          "The fastest for up to 1000 bins.",
      .source =
          "J. Gomez-Luna et al., An optimized approach to histogram computation on GPU (Machine "
          "Vision and Applications, 2013): replication and padding",
      .types = key_types(),
      .axes = axes_of_replicated(),
      .constraints = private_constraints(shared_bytes_of_copies),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "N shared atomics, + bins*copies*G additions",
                .synchronisation = "3 barriers per block; see merge"},
      .predictions = {{"shared_atomic_requests", "one per key of a lane's vectors in each warp",
                       requests_of_all_keys},
                      {"shared_atomic_wavefronts", "layout=columns, copies >= 32: the requests",
                       wavefronts},
                      {"shared_atomic_serialisation", "copies >= 32: 0", serialisation},
                      launches_of_merge()},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_replicated,
  };
}

}  // namespace warpmark::count
