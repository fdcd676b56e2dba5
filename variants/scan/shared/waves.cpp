#include "variants/scan/shared/waves.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/operator_plan.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::scan {
namespace {

constexpr std::uint64_t vector_bytes = 16;

}  // namespace

axis rows_axis(std::int64_t base) {
  return {.name = "rows",
          .summary = "vectors of 16 bytes that a thread scans at a time",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
          .base = base,
          .min = 1,
          .max = 16};
}

std::uint64_t vector_tile_bytes(const config& config) {
  return value_of(config, "block") * value_of(config, "rows") * vector_bytes;
}

std::uint64_t vector_tile_elements(const problem& problem, const config& config) {
  return vector_tile_bytes(config) / size_bytes(element_type_of(problem));
}

std::uint64_t resident_grid(const problem& problem, const config& config,
                            const device_limits& limits) {
  const std::uint64_t max_grid =
      value_of(config, "blocks_per_sm") * static_cast<std::uint64_t>(limits.multiprocessors);
  return std::min(max_grid, blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                                       vector_tile_elements(problem, config)));
}

std::uint64_t tiles_of_single_wave(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                    vector_tile_elements(problem, config));
}

constraint every_tile_has_a_block() {
  return {"every tile must have a block: n is at most one tile per resident block",
          [](const problem& problem, const config& config, const device_limits& limits) {
            return tiles_of_single_wave(problem, config) <=
                   value_of(config, "blocks_per_sm") *
                       static_cast<std::uint64_t>(limits.multiprocessors);
          }};
}

counter_prediction barriers_of_single_wave() {
  return {"block_barriers", "2*G, or 1 if G = 1",
          [](const problem& problem, const config& config) -> predicted_count {
            const std::uint64_t grid = tiles_of_single_wave(problem, config);
            return grid == 1 ? 1 : 2 * grid;
          }};
}

counter_prediction no_global_atomics() {
  return {"global_atomic_requests", "0",
          [](const problem&, const config&) -> predicted_count { return 0; }};
}

bool posts_in_one_word(std::size_t value_bytes) { return value_bytes == 4 || value_bytes == 8; }

std::size_t wave_state_bytes(std::uint64_t grid, std::uint64_t ahead, std::size_t value_bytes) {
  constexpr std::size_t ticket = 16;
  const std::size_t post = posts_in_one_word(value_bytes) ? 2 * value_bytes : 4;
  return ticket + grid * 2 * ahead * post;
}

double wave_rounding_depth(const problem& problem, const config& config,
                           const device_limits& limits) {
  const std::uint64_t grid = resident_grid(problem, config, limits);
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t waves =
      blocks_for(blocks_for(n, vector_tile_elements(problem, config)), grid);
  // A vector, the lanes, the rows, the warps; what a lane gathers and the lanes; the waves; and
  // four nested prefixes.
  return static_cast<double>(vector_bytes + 5 + value_of(config, "rows") + 32 + grid / 32 + 1 + 5 +
                             waves + 4);
}

constraint all_blocks_are_resident(std::int64_t further_threads) {
  return {"all blocks must be resident: their threads must fit a multiprocessor's",
          [further_threads](const problem&, const config& config, const device_limits& limits) {
            return (config.integer("block") + further_threads) * config.integer("blocks_per_sm") <=
                   limits.max_threads_per_multiprocessor;
          }};
}

}  // namespace warpmark::scan
