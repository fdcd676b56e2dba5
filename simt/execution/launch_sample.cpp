#include "simt/execution/launch_sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {
namespace {

// The additive recurrence in three dimensions with the smallest discrepancy known: powers of the
// inverse of the root of x^4 = x + 1. M. Roberts, The Unreasonable Effectiveness of Quasirandom
// Sequences, 2018.
constexpr double root = 1.2207440846057596;
constexpr std::array<double, 3> steps = {1 / root, 1 / (root * root), 1 / (root * root * root)};

using extents = std::array<std::uint32_t, 3>;

// The blocks that are the last one in some extents of the grid and not in others: at the edges they
// may have less to do. A bit for each extent.
class grid_part {
 public:
  grid_part(const extents& grid, unsigned last) : grid_(grid), last_(last) {}

  std::uint64_t count() const {
    std::uint64_t blocks = 1;
    for (std::size_t i = 0; i < 3; ++i) blocks *= is_last(i) ? 1 : grid_[i] - 1;
    return blocks;
  }

  /// Another block at each call, in a sequence that is spread evenly; some of them repeat.
  std::uint64_t next() {
    std::uint64_t block = 0;
    for (std::size_t i = 3; i-- > 0;) {
      const double unit = 0.5 + static_cast<double>(number_) * steps[i];
      const std::uint32_t others = grid_[i] - 1;
      const auto place = static_cast<std::uint32_t>((unit - std::floor(unit)) * others);
      block = block * grid_[i] + (is_last(i) ? others : std::min(place, others - 1));
    }
    ++number_;
    return block;
  }

 private:
  bool is_last(std::size_t extent) const { return (last_ >> extent & 1) != 0; }

  extents grid_;
  unsigned last_;
  std::uint64_t number_ = 0;
};

unsigned part_of(const extents& grid, std::uint64_t block) {
  unsigned last = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    last |= (block % grid[i] == grid[i] - 1 ? 1u : 0u) << i;
    block /= grid[i];
  }
  return last;
}

}  // namespace

bool can_be_sampled(const launch_state& launch, std::uint64_t max_blocks) {
  return max_blocks != 0 && launch.shape.grid.count() > max_blocks &&
         launch.shape.cluster.count() == 1 && !launch.program->ordered_blocks &&
         !launch.program->allocates && !launch.shape.cooperative && !launch.order.is_random() &&
         launch.device_launches == nullptr && launch.phases == nullptr;
}

std::vector<sampled_block> spread_blocks(const extent3& grid, std::uint64_t max_blocks) {
  constexpr unsigned parts = 8;
  const extents all = {grid.x, grid.y, grid.z};
  std::vector<grid_part> by_edges;
  std::array<std::uint64_t, parts> chosen_of{};
  for (unsigned last = 0; last < parts; ++last) by_edges.emplace_back(all, last);
  const std::uint64_t middle = grid.count() / 2;
  std::vector<sampled_block> chosen = {{middle, part_of(all, middle), 0}};
  ++chosen_of[chosen.front().part];
  const auto add = [&](unsigned part) {
    constexpr int tries = 16;  // The sequence repeats itself in small grids.
    ++chosen_of[part];
    for (int i = 0; i < tries; ++i) {
      const std::uint64_t block = by_edges[part].next();
      if (std::none_of(chosen.begin(), chosen.end(),
                       [&](const sampled_block& other) { return other.block == block; }))
        return chosen.push_back({block, part, 0});
    }
  };
  // In proportion to their blocks, the largest quotient first; an edge that is too short for that
  // has one in the second half.
  for (std::uint64_t number = 1; number < max_blocks; ++number) {
    unsigned best = parts;
    double most = 0;
    for (unsigned part = 0; part < parts; ++part) {
      const std::uint64_t count = by_edges[part].count();
      if (chosen_of[part] >= count) continue;
      const bool is_left_out = chosen_of[part] == 0 && 2 * number >= max_blocks;
      const double quotient = static_cast<double>(is_left_out ? grid.count() : count) /
                              static_cast<double>(chosen_of[part] + 1);
      if (quotient > most) most = quotient, best = part;
    }
    if (best == parts) break;
    add(best);
  }
  for (sampled_block& one : chosen) one.part_blocks = by_edges[one.part].count();
  return chosen;
}

std::vector<double> weights_of(std::span<const sampled_block> ran, std::uint64_t grid_blocks) {
  std::array<std::uint64_t, 8> ran_of{};
  for (const sampled_block& one : ran) ++ran_of[one.part];
  std::vector<double> weights;
  double sum = 0;
  for (const sampled_block& one : ran) {
    weights.push_back(static_cast<double>(one.part_blocks) / static_cast<double>(ran_of[one.part]));
    sum += weights.back();
  }
  // Parts of which none ran are taken to be like the others.
  for (double& weight : weights) weight *= static_cast<double>(grid_blocks) / sum;
  return weights;
}

}  // namespace warpmark::simt
