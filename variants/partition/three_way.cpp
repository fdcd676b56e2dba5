// P6: below the pivot, equal to it, and the others.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/middle.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_three_way(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.clear_counts();
  const std::size_t right = plan.zeroed("went_right", sizeof(std::uint64_t));
  const keyed_buffers aside = plan.scratch("aside");
  const std::uint64_t tiles = blocks_for(plan.n(), tile_of(config));
  plan.launch_instance(templates::three_way{.T = plan.key_spelling(),
                                            .Payload = plan.payload_spelling(),
                                            .block = block,
                                            .items = config.integer("items")},
                       tiles, block,
                       plan.arguments({buffer_argument{plan.counts()}, buffer_argument{right},
                                       plan.keys_argument(aside), plan.payload_argument(aside)}));
  insert_middle(plan, aside, limits);
  return plan.take();
}

// A tile has one atomic for each part of which it has elements.
std::optional<std::uint64_t> claims_of_three_parts(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t tiles = (n + tile_of(config) - 1) / tile_of(config);
  if (problem.text("dist") == "constant") return tiles;
  if (problem.text("dist") == "alternating") return 2 * tiles - (n % tile_of(config) == 1 ? 1 : 0);
  return {};
}

}  // namespace

variant three_way() {
  return with_dependent_launches({
      .family = "partition",
      .name = "three_way",
      .level = 6,
      .catalogue_id = "P6",
      .title = "three parts: below, equal, above",
      .summary =
          "The clean treatment of elements equal to the pivot: they become a part of their own, so "
          "that a quicksort is done with them. A tile counts the three kinds by ballots and claims "
          "ranges for each by an atomic. The outer parts grow from the output's ends; the middle "
          "part begins at an index that is known only when all have been counted, so equal "
          "elements go to a temporary array, and a second kernel moves them: expensive if most are "
          "equal.",
      .source = "catalogue P6; E. Dijkstra, A Discipline of Programming (1976), the national flag",
      .types = partitioned_types(),
      .axes = {tile_block_axis(), items_axis(8)},
      .constraints = {makes_three_parts()},
      .default_problem = {{"parts", std::int64_t{3}}},
      .costs = {.bytes = "2*N*s + 2*E*s, E the elements equal to the pivot",
                .operations = "3 ballots per 32 elements, a scan of B/32 counts per tile",
                .synchronisation = "3*N/T atomics on three addresses, T = B*items; 2 barriers per "
                                   "tile; 2 launches and 2 fills"},
      .predictions = {{"launches", "2", [](const problem&, const config&) { return 2; }},
                      {"global_atomic_requests",
                       "one per tile and part of which it has elements: at most 3*ceil(N/T); for "
                       "dist=constant ceil(N/T), for dist=alternating twice that",
                       claims_of_three_parts}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_three_way,
  });
}

}  // namespace warpmark::partition
