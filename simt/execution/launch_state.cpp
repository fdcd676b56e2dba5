#include "simt/execution/launch_state.hpp"

#include <fmt/format.h>

namespace warpmark::simt {
namespace {

extent3 at(const extent3& within, std::uint64_t linear) {
  return {static_cast<std::uint32_t>(linear % within.x),
          static_cast<std::uint32_t>(linear / within.x % within.y),
          static_cast<std::uint32_t>(linear / within.x / within.y)};
}

}  // namespace

extent3 block_index(const launch_state& launch, std::uint64_t linear) {
  return at(launch.shape.grid, linear);
}

std::uint64_t scheduled_block(const launch_state& launch, std::uint64_t order) {
  const extent3 &grid = launch.shape.grid, &cluster = launch.shape.cluster;
  if (cluster.count() == 1) return launch.order.clusters(order);
  const extent3 clusters{grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  const extent3 which = at(clusters, launch.order.clusters(order / cluster.count()));
  const extent3 rank = at(cluster, order % cluster.count());
  const std::uint64_t x = std::uint64_t{which.x} * cluster.x + rank.x;
  const std::uint64_t y = std::uint64_t{which.y} * cluster.y + rank.y;
  const std::uint64_t z = std::uint64_t{which.z} * cluster.z + rank.z;
  return (z * grid.y + y) * grid.x + x;
}

std::string who(const lane_context& context, unsigned lane) {
  const extent3 block = block_index(*context.launch, context.block);
  const extent3 thread = at(context.launch->shape.block, context.warp * 32 + lane);
  return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", block.x, block.y, block.z, thread.x,
                     thread.y, thread.z);
}

}  // namespace warpmark::simt
