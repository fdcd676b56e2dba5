#include "simt/execution/launch_sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpmark::simt {
namespace {

// The additive recurrence in three dimensions with the smallest discrepancy known: powers of the
// inverse of the root of x^4 = x + 1. M. Roberts, The Unreasonable Effectiveness of Quasirandom
// Sequences, 2018.
constexpr double root = 1.2207440846057596;
constexpr std::array<double, 3> steps = {1 / root, 1 / (root * root), 1 / (root * root * root)};

std::uint64_t place(std::uint64_t number, double step, std::uint32_t extent) {
  const double unit = 0.5 + static_cast<double>(number) * step;
  const double within = unit - std::floor(unit);
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(within * extent), extent - 1);
}

}  // namespace

bool can_be_sampled(const launch_state& launch, std::uint64_t max_blocks) {
  return max_blocks != 0 && launch.shape.grid.count() > max_blocks &&
         launch.shape.cluster.count() == 1 && !launch.program->ordered_blocks &&
         !launch.program->allocates && !launch.shape.cooperative && !launch.order.is_random() &&
         launch.device_launches == nullptr && launch.phases == nullptr;
}

std::vector<std::uint64_t> spread_blocks(const extent3& grid, std::uint64_t max_blocks) {
  std::vector<std::uint64_t> chosen = {grid.count() / 2};
  // A small extent may have the same place several times in a row.
  const std::uint64_t max_tries = 16 * max_blocks;
  for (std::uint64_t number = 0; number < max_tries && chosen.size() < max_blocks; ++number) {
    const std::uint64_t block =
        (place(number, steps[1], grid.z) * grid.y + place(number, steps[2], grid.y)) * grid.x +
        place(number, steps[0], grid.x);
    if (std::find(chosen.begin(), chosen.end(), block) == chosen.end()) chosen.push_back(block);
  }
  return chosen;
}

}  // namespace warpmark::simt
