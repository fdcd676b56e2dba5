// R17: one launch instead of two. The block that finishes last reduces the partial results.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_last_block(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint64_t>(config.integer("items"));
  const std::uint64_t grid = blocks_for(plan.n(), block * items);
  const std::size_t partials = plan.scratch("partials", grid);
  const std::size_t ticket = plan.state("ticket", sizeof(std::uint32_t));
  plan.launch(templates::last_block{.block = block, .items = items}, grid, block, plan.input(),
              plan.output(), plan.n(), {buffer_argument{partials}, buffer_argument{ticket}});
  return plan.take();
}

}  // namespace

variant last_block() {
  return {
      .family = "reduce",
      .name = "last_block",
      .level = 17,
      .catalogue_id = "R17",
      .title = "single pass, the last block finishes",
      .summary =
          "Each block reduces a tile, writes its partial result, and draws a ticket; a fence "
          "orders the two. The block with the last ticket knows that all partial results are "
          "there, and reduces them in the order of the blocks, so that equal grids give equal "
          "floating sums. This saves the second launch, which dominates if n is small. The ticket "
          "wraps to zero by itself, ready for the next launch.",
      .source =
          "CUDA C++ Programming Guide, memory fence functions; threadFenceReduction of the "
          "CUDA samples",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(false), items_axis()},
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N, + G by the last block",
                .synchronisation = "one fence and one atomic per block, one launch"},
      .predictions = {one_launch(),
                      {"global_atomic_requests", "G = ceil(N/(B*items))", tile_count}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_last_block,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            const std::int64_t block = config.integer("block"), items = config.integer("items");
            const auto grid = static_cast<std::int64_t>(tile_count(problem, config));
            return static_cast<double>(items + 20 + grid / block + 1);
          },
  };
}

}  // namespace warpmark::reduce
