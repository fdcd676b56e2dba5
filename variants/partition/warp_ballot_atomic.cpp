// P1: ballots within a warp, one claim per warp.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/end_counters.hpp"
#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {

namespace {

bool is_packed(const config& config) { return config.text("counters") == "packed"; }

launch_plan plan_ballots(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint64_t>(config.integer("items"));
  const auto counters = is_packed(config) ? add_packed_counters(plan) : add_separate_counters(plan);
  plan.launch_instance(
      templates::warp_ballot_atomic{
          .T = plan.key_spelling(),
          .Payload = plan.payload_spelling(),
          .Counters = "partition::" + config.text("counters") + "_counters",
          .block = block,
          .items = items},
      blocks_for(plan.n(), block * items), block, plan.arguments(counters));
  return plan.take();
}

std::uint64_t group_of(const config& config) {
  return 32 * static_cast<std::uint64_t>(config.integer("items"));
}

std::optional<std::uint64_t> claims_of_chunks(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  if (is_packed(config)) return (n + group_of(config) - 1) / group_of(config);
  return claims_of_groups(problem, group_of(config));
}

std::optional<std::uint64_t> shuffles_of_warp_ballot(const problem& problem, const config& config) {
  const auto warps = static_cast<std::uint64_t>(config.integer("block")) / 32;
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  return 4 * warps * blocks_for(n, group_of(config) * warps);
}

std::vector<axis> axes_of_warp_ballot() {
  axis items = items_axis(1);
  items.summary = "chunks of 32 elements that a warp counts before it claims output ranges";
  return {block_axis(false),
          items,
          {.name = "counters",
           .summary = "one per side, or both in one word of 64 bits",
           .values = {"separate", "packed"},
           .base = "separate"}};
}

}  // namespace

variant warp_ballot_atomic() {
  return {
      .family = "partition",
      .name = "warp_ballot_atomic",
      .level = 2,
      .catalogue_id = "P1",
      .title = "ballots within a warp, one claim per warp",
      .summary =
          "The article's kernel. Two ballots tell a warp which lanes go left and which go right; "
          "one lane adds their numbers to one counter per side; the index of an element is the "
          "previous value of the counter, plus the number of lower lanes that go the same way. "
          "Elements keep their order within a warp only, and the order of warps differs from run "
          "to run. All warps' atomics are on one or two addresses in L2, 2*N/(32*items) of them: "
          "they are the bottleneck, not memory, until `items` makes them rare. counters=packed "
          "halves them. Unlike the article's, it takes any n, keeps every lane alive for the "
          "ballot, and always sends elements equal to the pivot left, not only if others in their "
          "warp are greater.",
      .source =
          "ballot-2022, vote_ballot; the quicksort of NVIDIA/cuda-samples (cdpAdvancedQuicksort)",
      .types = partitioned_types(),
      .axes = axes_of_warp_ballot(),
      .constraints = {makes_two_parts(),
                      {"counters=packed has 32 bits per side: n is below 2^32",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return !is_packed(config) || problem.integer("n") < std::int64_t{1} << 32;
                       }}},
      .costs = {.bytes = "2*N*s",
                .operations = "2 ballots and 4 population counts per 32 elements",
                .synchronisation =
                    "2*N/(32*items) atomics on two addresses (packed: half, on one); a fill of "
                    "each counter"},
      .predictions = {one_launch(),
                      {"global_atomic_requests",
                       "packed: ceil(N/(32*items)). separate: once more for each group of 32*items "
                       "with elements of both sides: 2*ceil(N/(32*items)) for dist=alternating, "
                       "half of that for dist=constant",
                       claims_of_chunks},
                      {"shuffles", "4 per warp: two words of 64 bits from lane 0",
                       shuffles_of_warp_ballot}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_ballots,
  };
}

}  // namespace warpmark::partition
