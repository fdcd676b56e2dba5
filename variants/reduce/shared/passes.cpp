#include "variants/reduce/shared/passes.hpp"

#include <cmath>

#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {
namespace {

std::uint64_t tile_of(const block_pass& pass) { return std::uint64_t{pass.block} * pass.items; }

void predict_launches_and_traffic(variant& described, block_pass (*pass_of)(const config&)) {
  described.predictions.push_back(
      {"launches", "ceil(log_T N), at least 1, with tiles of T elements",
       [pass_of](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
         return pass_count(n_of(problem), tile_of(pass_of(config)));
       }});
  described.predictions.push_back(
      {"global_load_sectors", "ceil(N*s/32), then as much for the partial results of each pass",
       [pass_of](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
         if (!loads_whole_sectors(problem)) return std::nullopt;
         return sectors_of_passes(problem, tile_of(pass_of(config)));
       }});
  described.predictions.push_back(
      {"global_store_sectors", "1 per block",
       [pass_of](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
         if (!has_plain_values(problem)) return std::nullopt;
         return blocks_of_passes(n_of(problem), tile_of(pass_of(config)));
       }});
}

}  // namespace

variant made_of_passes(variant described, block_pass (*pass_of)(const config&),
                       double (*depth_of)(std::uint32_t block), std::vector<block_cost> costs) {
  described.plan = [pass_of](const problem& problem, const config& config, const device_limits&) {
    plan_builder plan(problem);
    add_passes(plan, pass_of(config), plan.input(), plan.n());
    return plan.take();
  };
  described.reproducible = determinism::gpu_to_gpu;
  described.rounding_depth = [pass_of, depth_of](const problem& problem, const config& config,
                                                 const device_limits&) {
    const block_pass pass = pass_of(config);
    return passes_rounding_depth(n_of(problem), pass.block, pass.items, depth_of(pass.block));
  };
  for (auto& cost : costs)
    described.predictions.push_back(
        of_all_blocks(std::move(cost), [pass_of](const problem& problem, const config& config) {
          return blocks_of_passes(n_of(problem), tile_of(pass_of(config)));
        }));
  predict_launches_and_traffic(described, pass_of);
  return with_dependent_launches(std::move(described));
}

double tree_depth(std::uint32_t block) { return std::log2(block); }

double two_level_depth(std::uint32_t) { return 10; }

block_pass shuffle_pass(const config& config, const std::string& exchange) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint32_t>(config.integer("items"));
  return {templates::shuffle_two_level{.block = block,
                                       .items = items,
                                       .Exchange = exchange,
                                       .every_warp = config.text("second_level") == "every"},
          block, items};
}

axis second_level_axis() {
  return {.name = "second_level",
          .summary = "which warps reduce the warps' results",
          .values = {"first", "every"},
          .base = "first"};
}

}  // namespace warpmark::reduce
