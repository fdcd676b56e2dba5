#include "ci/gate/timing/side_plans.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

std::unique_ptr<side> side_at(const std::string& root, const std::string& kernels_file) {
  side_tree tree{.record = {.asked = root}, .root = root};
  if (kernels_file.empty()) return built_in_side(std::move(tree));
  return described_side(std::move(tree), kernels_file);
}

}  // namespace

side_plans::side_plans(const round_sides& sides, const device_limits& limits)
    : compared_(compare_sides(side_at(sides.base_root, sides.kernels_file),
                              side_at(sides.head_root, sides.kernels_file), sides.wanted, limits,
                              warnings_)) {
  for (const auto& each : compared_.points) by_key_[each.key] = &each;
}

pair_plans side_plans::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end() || !found->second->on_both())
    throw std::runtime_error(fmt::format("{} is no point of both sides on this card", key));
  const compared_point& point = *found->second;
  compared_.head->activate();
  return {.of = point.head->of,
          .base = point.base->plan,
          .head = point.head->plan,
          .reference = point.head->reference};
}

}  // namespace warpmark::gate
