#include "ci/gate/timing/side_plans.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

std::unique_ptr<side> side_at(const side_tree& tree, const round_sides& sides,
                              wrong_description treatment) {
  if (!tree.plugin.empty()) return plugin_side(tree);
  if (sides.kernels_files.empty()) return built_in_side(tree);
  return described_side(tree, {sides.kernels_files.begin(), sides.kernels_files.end()}, treatment);
}

}  // namespace

side_plans::side_plans(const round_sides& sides, const device_limits& limits)
    : compared_(compare_sides(side_at(sides.base, sides, wrong_description::is_note),
                              side_at(sides.head, sides, wrong_description::is_error),
                              sides.selection, limits, warnings_)) {
  for (const auto& point : compared_.points) by_key_[point.key] = &point;
}

pair_plans side_plans::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end() || !found->second->on_both())
    throw std::runtime_error(fmt::format("{} is not a point of both sides on this card", key));
  const compared_point& point = *found->second;
  return {.point = point.head->point,
          .base = point.base->plan,
          .head = point.head->plan,
          .reference = point.head->reference};
}

}  // namespace warpmark::gate
