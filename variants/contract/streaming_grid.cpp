#include "variants/contract/streaming_grid.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpmark {

namespace {

bool covers(const config& config) { return config.text("grid") == "covering"; }

}  // namespace

axis grid_axis(const char* base) {
  return {.name = "grid",
          .summary = "resident: blocks_per_sm each, in strides; covering: one block per tile",
          .values = {"resident", "covering"},
          .base = base};
}

constraint covering_has_one_size(std::int64_t blocks_per_sm) {
  return {
      fmt::format(
          "with grid=covering the number of blocks follows from the problem: only blocks_per_sm={}",
          blocks_per_sm),
      [blocks_per_sm](const problem&, const config& config, const device_limits&) {
        return !covers(config) || config.integer("blocks_per_sm") == blocks_per_sm;
      }};
}

std::uint64_t streaming_grid(std::uint64_t work, const config& config,
                             const device_limits& limits) {
  const auto tile = static_cast<std::uint64_t>(config.integer("block") * config.integer("unroll"));
  const std::uint64_t tiles = std::max<std::uint64_t>(1, (work + tile - 1) / tile);
  if (covers(config)) return tiles;
  // Blocks without a tile would only cost a launch slot.
  return std::min(
      tiles, static_cast<std::uint64_t>(config.integer("blocks_per_sm") * limits.multiprocessors));
}

}  // namespace warpmark
