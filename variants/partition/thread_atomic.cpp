// P2: every thread claims the index of its element.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/end_counters.hpp"
#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_thread_atomic(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto counters = add_separate_counters(plan);
  plan.launch_instance(
      templates::thread_atomic{
          .T = plan.key_spelling(), .Payload = plan.payload_spelling(), .block = block},
      blocks_for(plan.n(), block), block, plan.arguments(counters));
  return plan.take();
}

std::optional<std::uint64_t> atomic_lanes(const problem& problem, const config&) {
  return static_cast<std::uint64_t>(problem.integer("n"));
}

std::optional<std::uint64_t> claims_of_warps(const problem& problem, const config&) {
  return claims_of_groups(problem, 32);
}

}  // namespace

variant thread_atomic() {
  return {
      .family = "partition",
      .name = "thread_atomic",
      .level = 1,
      .catalogue_id = "P2",
      .title = "every thread claims an index by an atomic",
      .summary =
          "The shortest version: a thread compares its element and takes the next index of its "
          "side by an atomic. N atomics on two addresses are serialised, unless the compiler "
          "aggregates those of a warp. It shows what ballots gain; there is no other reason to use "
          "it.",
      .source = "catalogue P2; the method that ballot-2022 improves on",
      .types = partitioned_types(),
      .axes = {block_axis(false)},
      .constraints = {makes_two_parts()},
      .costs = {.bytes = "2*N*s",
                .operations = "N comparisons",
                .synchronisation = "N atomics on two addresses, and a fill of each"},
      .predictions = {one_launch(),
                      {"global_atomic_lanes", "N", atomic_lanes},
                      {"global_atomic_requests",
                       "one per warp and side of which it has elements: 2*ceil(N/32) for "
                       "dist=alternating, ceil(N/32) for dist=constant",
                       claims_of_warps}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_thread_atomic,
  };
}

}  // namespace warpmark::partition
