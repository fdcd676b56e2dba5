#include "variants/scan/shared/plan_builder.hpp"

#include <algorithm>

#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

tiling tiling_of(const config& config, const block_method& method) {
  const auto* items = config.find("items");
  return {
      .method = method,
      .block = static_cast<std::uint32_t>(config.integer("block")),
      .items = items == nullptr ? 1 : static_cast<std::uint32_t>(config.integer("items")),
      .transposed = config.find("transfer") == nullptr || config.text("transfer") == "transposed"};
}

template_instance tile_type(const plan_builder& plan, const tiling& tiles, std::size_t from,
                            std::size_t to) {
  const std::string op = plan.op_spelling();
  const operator_kernel tile =
      templates::tile{.Method = tiles.method.type.with({.Op = op, .block = tiles.block}),
                      .items_per_segment = tiles.items,
                      .transposed = tiles.transposed};
  return tile.with({.In = plan.held_by(from), .Out = plan.held_by(to), .Op = op});
}

template_instance scan_of_tiles(const tiling& tiles, const templates::scan_tiles& kernel) {
  return template_instance(kernel).from(tiles.method.type.file());
}

bool elements_hold_partials(const problem& problem) {
  const auto type = element_type_of(problem);
  const bool rounds = problem.text("op") == "sum" && is_floating(type) && size_bytes(type) < 4;
  return ops::is_commutative(problem.text("op")) && !rounds;
}

bool has_values_of_a_bank(const problem& problem) {
  return ops::value_bytes(problem.text("op"), element_type_of(problem)) == 4;
}

axis items_axis(std::int64_t base) {
  return {.name = "items",
          .summary = "consecutive elements that a thread scans in registers",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}},
          .base = base,
          .min = 1,
          .max = 32};
}

axis transfer_axis() {
  return {.name = "transfer",
          .summary =
              "transposed: a warp's elements are transposed in shared memory; direct: each lane "
              "accesses its own",
          .values = {"transposed", "direct"},
          .base = "transposed"};
}

constraint direct_differs_from_transposed() {
  return {"transfer=direct is the same as transposed where items=1",
          [](const problem&, const config& config, const device_limits&) {
            return config.integer("items") > 1 || config.text("transfer") == "transposed";
          }};
}

constraint tile_fits_shared_memory(block_method (*method_of)(const config&)) {
  return {"a tile takes at most 48 KiB of shared memory, the limit without opting in to more",
          [method_of](const problem& problem, const config& config, const device_limits& limits) {
            const tiling tiles = tiling_of(config, method_of(config));
            const auto type = element_type_of(problem);
            const std::size_t value = ops::value_bytes(problem.text("op"), type);
            // Block totals are scanned as elements, too.
            return tile_shared_bytes(tiles.method, tiles.block, tiles.items, value,
                                     std::max(value, size_bytes(type))) <=
                   limits.max_shared_bytes_per_block;
          }};
}

}  // namespace warpmark::scan
