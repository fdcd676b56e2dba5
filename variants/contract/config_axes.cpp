#include "variants/contract/config_axes.hpp"

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark {

axis block_axis(bool power_of_two) {
  return {.name = "block",
          .summary = "threads per block",
          .values = {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256},
                     std::int64_t{512}, std::int64_t{1024}},
          .base = std::int64_t{256},
          .swept = true,
          .min = 32,
          .max = 1024,
          .multiple_of = power_of_two ? 1 : 32,
          .power_of_two = power_of_two};
}

axis blocks_per_sm_axis(std::int64_t base) {
  return {.name = "blocks_per_sm",
          .summary = "blocks per multiprocessor in the grid",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}, std::int64_t{32}},
          .base = base,
          .min = 1,
          .max = 256};
}

std::uint64_t value_of(const config& config, std::string_view axis) {
  return static_cast<std::uint64_t>(config.integer(axis));
}

std::uint64_t tile_of(const config& config) {
  return static_cast<std::uint64_t>(config.integer("block") * config.integer("items"));
}

std::uint64_t tile_count(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), tile_of(config));
}

}  // namespace warpmark
