#include "variants/reduce/shared/grid_shape.hpp"

#include <algorithm>

#include "variants/contract/element_type.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {
namespace {

std::uint64_t elements_per_tile(const problem& problem, const config& config) {
  const auto type = *parse_element_type(problem.text("type"));
  const auto width = static_cast<std::uint64_t>(config.integer("vector")) / size_bytes(type);
  return width * static_cast<std::uint64_t>(config.integer("block") * config.integer("unroll"));
}

}  // namespace

std::uint64_t grid_of_tiles(const problem& problem, const config& config,
                            const device_limits& limits) {
  const auto requested =
      static_cast<std::uint64_t>(config.integer("blocks_per_sm") * limits.multiprocessors);
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  return std::min(requested, blocks_for(n, elements_per_tile(problem, config)));
}

double grid_fold_depth(const problem& problem, const config& config, std::uint64_t blocks) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t tile = elements_per_tile(problem, config);
  const std::uint64_t rounds = blocks_for(n, tile * blocks);
  const auto per_thread = tile / static_cast<std::uint64_t>(config.integer("block"));
  const auto unroll = static_cast<std::uint64_t>(config.integer("unroll"));
  // An accumulator takes one vector per round, and an element before and after; then the
  // accumulators, and two levels of five steps.
  return static_cast<double>(rounds * (per_thread / unroll) + 2 + unroll + 10);
}

}  // namespace warpmark::reduce
