#include "variants/merge/shared/multiway_path.hpp"

#include <algorithm>

#include "variants/contract/problem_axes.hpp"
#include "variants/merge/shared/templates.hpp"

namespace warpmark::merge {

namespace {

constexpr std::uint32_t multiway_search_block = 128;  // threads, each of which searches for a tile
constexpr std::uint64_t bulk_slack = 8;  // slots, as in kernels/merge/multiway_path.cuh

}  // namespace

std::uint64_t path_pass::tiles_per_group(std::uint64_t n) const {
  return blocks_for(std::min(ways * run, n), tile_size());
}

std::uint64_t path_pass::grid(std::uint64_t n) const {
  return blocks_for(n, ways * run) * tiles_per_group(n);
}

std::size_t path_pass::shared_bytes(const problem& problem) const {
  const std::size_t payload = problem.text("payload") == "none" ? 0 : 4;
  const std::uint64_t slots = tile_size() + (bulk_loads ? ways * bulk_slack : 0);
  return slots * (size_bytes(element_type_of(problem)) + payload);
}

path_pass path_pass_of(const config& config, std::uint64_t run, std::uint64_t ways) {
  return {.block = static_cast<std::uint32_t>(config.integer("block")),
          .items = static_cast<std::uint32_t>(config.integer("items")),
          .bulk_loads = config.text("loads") == "bulk",
          .run = run,
          .ways = ways};
}

void add_path_pass(keyed_plan& plan, const problem& problem, const path_pass& pass,
                   const keyed_buffers& from, const keyed_buffers& to, std::size_t splits) {
  const std::uint64_t n = plan.n(), grid = pass.grid(n);
  const auto word = [](std::uint64_t value) {
    return scalar_argument::of(static_cast<std::uint32_t>(value));
  };
  const kernel_argument keys_n = scalar_argument::of(n), run = scalar_argument::of(pass.run),
                        per_group = word(pass.tiles_per_group(n));
  plan.launch_instance(
      templates::find_multiway_splits{
          .Key = plan.key_spelling(), .block = multiway_search_block, .ways = pass.ways},
      blocks_for(grid, multiway_search_block), multiway_search_block,
      {plan.keys_argument(from), keys_n, run, word(pass.tile_size()), per_group, word(grid),
       buffer_argument{splits}});
  auto& step = plan.launch_instance(
      templates::multiway_path{
          .Key = plan.key_spelling(),
          .Payload = plan.payload_spelling(),
          .block = pass.block,
          .items = pass.items,
          .ways = pass.ways,
          .Loads = pass.bulk_loads ? "merge::by_bulk_copies" : "merge::by_registers"},
      grid, pass.block,
      {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
       plan.payload_argument(to), keys_n, run, per_group, buffer_argument{splits}});
  step.shape.dynamic_shared_bytes = pass.shared_bytes(problem);
}

axis loads_axis() {
  return {.name = "loads",
          .summary =
              "how a tile's parts of runs get into shared memory: through registers, or by bulk "
              "copies (compute capability 9.0)",
          .values = {"registers", "bulk"},
          .base = "registers"};
}

constraint bulk_loads_are_supported() {
  return {"loads=bulk needs compute capability 9.0",
          [](const problem& problem, const config& config, const device_limits& limits) {
            return config.text("loads") == "registers" ||
                   needs_architecture(90).holds(problem, config, limits);
          }};
}

bool path_tile_fits(const problem& problem, const path_pass& pass, const device_limits& limits) {
  return pass.shared_bytes(problem) + 64 <= limits.max_shared_bytes_per_block_optin;
}

}  // namespace warpmark::merge
