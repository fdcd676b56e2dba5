// M8 for inputs of one tile: every digit within one block.

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

launch_plan plan_block(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const radix_tiling tiling = radix_tiling_of(problem, config);
  auto& step =
      plan.launch_instance(templates::radix_block{.Key = plan.key_spelling(),
                                                  .Payload = plan.payload_spelling(),
                                                  .block = tiling.block,
                                                  .items = tiling.items,
                                                  .Matching = tiling.matching_spelling()},
                           1, tiling.block,
                           {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
                            plan.keys_argument(plan.to()), plan.payload_argument(plan.to()),
                            scalar_argument::of(static_cast<std::uint32_t>(plan.n()))});
  step.shape.dynamic_shared_bytes = tiling.shared_bytes();
  return plan.take();
}

std::vector<counter_prediction> predictions_of_radix_block() {
  const auto barriers = [](const problem& problem, const config&) -> predicted_count {
    return 4 * radix_passes(problem);
  };
  const auto votes = [](const problem& problem, const config& config) -> predicted_count {
    if (config.text("matching") != "ballot") return 0;
    return 8 * radix_passes(problem) * radix_tiling_of(problem, config).size() / 32;
  };
  return {one_launch(),
          {"block_barriers", "4*d", barriers},
          {"votes", "8*d*B*K/32 with matching=ballot, else 0", votes}};
}

}  // namespace

variant radix_block() {
  return {
      .family = "sort",
      .name = "radix_block",
      .level = 8,
      .catalogue_id = "M8",
      .title = "least-significant-digit radix sort in one block",
      .summary =
          "One block loads all keys, ranks them by one digit of 8 bits after the other, and moves "
          "them through shared memory in between, as a tile of radix_onesweep does. One launch, "
          "and memory is read and written once; but one multiprocessor does all the work. It wins "
          "for the few thousand keys for which other sorts are dominated by launches. The tile "
          "must hold them all, so that block and items should be the minimum that suffices.",
      .source =
          "D. Merrill, A. Grimshaw, High Performance and Scalable Radix Sorting, Parallel "
          "Processing Letters 21 (2011); catalogue M8",
      .types = radix_types(),
      .axes = {radix_block_axis(512), radix_items_axis(8), matching_axis()},
      .constraints = {radix_tile_fits_shared_memory(),
                      {"one tile of block * items keys must hold all",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return static_cast<std::uint64_t>(problem.integer("n")) <=
                                radix_tiling_of(problem, config).size();
                       }}},
      .costs = {.bytes = "2*N*s",
                .operations = "d*B*K ranks, each of 8 votes, a match, or 3 accesses to shared "
                              "memory; 2*d*B*K moves through shared memory",
                .synchronisation = "1 launch, 4*d barriers of the block"},
      .predictions = predictions_of_radix_block(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_block,
  };
}

}  // namespace warpmark::sort
