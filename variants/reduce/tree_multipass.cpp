// R4: repeated block sums. The general form of a multi-launch reduction.

#include <stdexcept>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

operator_kernel kernel_of(const config& config) {
  const std::string& method = config.text("method");
  const integer_argument block = config.integer("block"), items = config.integer("items");
  if (method == "interleaved_divergent")
    return templates::tree_interleaved_divergent{
        .block = block, .items = items, .use_modulo = false};
  if (method == "interleaved_compact")
    return templates::tree_interleaved_compact{.block = block, .items = items, .padded = false};
  if (method == "sequential") return templates::tree_sequential{.block = block, .items = items};
  if (method == "shuffle")
    return templates::shuffle_two_level{
        .block = block, .items = items, .Exchange = "warp::exchange_down", .every_warp = false};
  throw std::out_of_range("unknown in-block method " + method);
}

std::optional<std::uint64_t> launches_of_passes(const problem& problem, const config& config) {
  return pass_count(static_cast<std::uint64_t>(problem.integer("n")), tile_of(config));
}

std::optional<std::uint64_t> sectors_of_tiles(const problem& problem, const config& config) {
  if (!loads_whole_sectors(problem)) return std::nullopt;
  return sectors_of_passes(problem, tile_of(config));
}

}  // namespace

variant tree_multipass() {
  return with_dependent_launches({
      .family = "reduce",
      .name = "tree_multipass",
      .level = 4,
      .catalogue_id = "R4",
      .title = "block sums of block sums, pass by pass",
      .summary =
          "Each pass reduces every tile of block * items elements to one value, until one is left: "
          "N, N/T, N/T^2, ... With T = 256, 2^28 elements take 4 launches. The in-block method is "
          "an axis, to show how little it matters if launches or memory are the bottleneck. Launch "
          "gaps dominate small inputs; the last passes run one block.",
      .source = "lecture-2019, 09:20-10:47 and 42:05",
      .types = all_element_types(),
      .axes = {block_axis(true),
               items_axis(),
               {.name = "method",
                .summary = "how a block reduces its tile",
                .values = {"interleaved_divergent", "interleaved_compact", "sequential", "shuffle"},
                .base = "shuffle"}},
      .constraints = {order_needs_one_item(),
                      {"op=recurrence takes elements in their order, method=sequential does not",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return ops::is_commutative(problem.text("op")) ||
                                config.text("method") != "sequential";
                       }}},
      .costs = {.bytes = "N*s*T/(T-1) read, N*s/(T-1) written, T = block*items",
                .operations = "N - 1",
                .synchronisation = "ceil(log_T N) launches"},
      .predictions = {{"launches", "ceil(log_T N), at least 1", launches_of_passes},
                      {"global_load_sectors",
                       "ceil(N*s/32), then as much for the partial results of each pass",
                       sectors_of_tiles}},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits&) {
            plan_builder plan(problem);
            const auto block = static_cast<std::uint32_t>(config.integer("block"));
            const auto items = static_cast<std::uint32_t>(config.integer("items"));
            add_passes(plan, {kernel_of(config), block, items}, plan.input(), plan.n());
            return plan.take();
          },
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            // 10 covers log2(1024) and the two levels of five shuffles alike.
            return passes_rounding_depth(static_cast<std::uint64_t>(problem.integer("n")),
                                         static_cast<std::uint32_t>(config.integer("block")),
                                         static_cast<std::uint32_t>(config.integer("items")), 10);
          },
  });
}

}  // namespace warpmark::reduce
