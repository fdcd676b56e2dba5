#include "variants/reduce/shared/plan_builder.hpp"

#include <array>

#include <fmt/format.h>

#include "variants/contract/operators.hpp"

namespace warpmark::reduce {
namespace {

std::vector<std::string> operators_that(bool (*suit)(const std::string&)) {
  std::vector<std::string> suitable;
  for (const auto& op : ops::names())
    if (suit(op)) suitable.push_back(op);
  return suitable;
}

}  // namespace

void add_passes(plan_builder& builder, const block_pass& pass, std::size_t from,
                std::uint64_t count) {
  const std::uint64_t tile = std::uint64_t{pass.block} * pass.items;
  std::array<std::size_t, 2> partials{};
  for (std::size_t level = 0;; ++level) {
    const std::uint64_t grid = blocks_for(count, tile);
    std::size_t to = builder.output();
    if (grid > 1) {
      // Only the first two levels need buffers: later ones fit where earlier ones were.
      if (level < 2) partials[level] = builder.scratch(fmt::format("partials_{}", level), grid);
      to = partials[level % 2];
    }
    builder.launch(pass.kernel, grid, pass.block, from, to, count);
    if (grid == 1) return;
    from = to;
    count = grid;
  }
}

std::uint64_t pass_count(std::uint64_t count, std::uint64_t tile) {
  std::uint64_t passes = 1;
  for (; blocks_for(count, tile) > 1; ++passes) count = blocks_for(count, tile);
  return passes;
}

double passes_rounding_depth(std::uint64_t count, std::uint32_t block, std::uint32_t items,
                             double tree_depth) {
  return static_cast<double>(pass_count(count, std::uint64_t{block} * items)) *
         (items + tree_depth);
}

std::vector<std::string> commutative_operators() {
  return operators_that([](const std::string& op) { return ops::is_commutative(op); });
}

std::vector<std::string> atomic_operators() { return {"sum", "min", "max"}; }

constraint order_needs_one_item() {
  return {"op=recurrence takes elements in their order: items = 1",
          [](const problem& problem, const config& config, const device_limits&) {
            return ops::is_commutative(problem.text("op")) || config.integer("items") == 1;
          }};
}

}  // namespace warpmark::reduce
