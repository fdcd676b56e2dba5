#include "bench/space/level_space.hpp"

#include <numeric>

#include "bench/space/diagram_of_rules.hpp"
#include "bench/space/space_error.hpp"

namespace warpmark::spaces {

level_space::level_space(std::span<const std::size_t> sizes, const std::vector<rule>& rules,
                         const layer_order& order)
    : axes_(sizes.size()), groups_(factor_groups(sizes, rules, order)) {
  for (const auto& group : groups_) diagrams_.push_back(diagram_of_rules(group, sizes, rules));
  multiply();
  // A rule that reads no axis allows all configs or none.
  const level_tuple any(axes_, 0);
  for (const auto& rule : rules)
    if (rule.reads.empty() && !rule.holds(any)) count_ = 0;
}

level_space::level_space(std::size_t axes, std::vector<level_tuple> members) : axes_(axes) {
  factor_group all;
  all.axes.resize(axes);
  std::iota(all.axes.begin(), all.axes.end(), 0);
  groups_.push_back(std::move(all));
  diagrams_.push_back(diagram_of_list(members));
  multiply();
}

void level_space::multiply() {
  count_ = 1;
  for (const auto& diagram : diagrams_)
    if (diagram.count() == 0) count_ = 0;
  if (count_ == 0) return;
  for (const auto& item : diagrams_)
    if (__builtin_mul_overflow(count_, item.count(), &count_))
      throw space_too_large("the space has more than 2^64 configs");
}

level_tuple level_space::at(config_index index) const {
  level_tuple levels(axes_), of_group;
  for (std::size_t g = groups_.size(); g-- > 0;) {
    const auto& axes = groups_[g].axes;
    of_group.resize(axes.size());
    diagrams_[g].member(index % diagrams_[g].count(), of_group);
    index /= diagrams_[g].count();
    for (std::size_t i = 0; i < axes.size(); ++i) levels[axes[i]] = of_group[i];
  }
  return levels;
}

std::optional<config_index> level_space::index_of(const level_tuple& levels) const {
  if (levels.size() != axes_ || count_ == 0) return std::nullopt;
  config_index index = 0;
  level_tuple of_group;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    of_group.clear();
    for (const auto axis : groups_[g].axes) of_group.push_back(levels[axis]);
    const auto place = diagrams_[g].place_of(of_group);
    if (!place) return std::nullopt;
    index = index * diagrams_[g].count() + *place;
  }
  return index;
}

std::size_t level_space::node_count() const {
  return std::accumulate(
      diagrams_.begin(), diagrams_.end(), std::size_t{0},
      [](std::size_t sum, const decision_diagram& diagram) { return sum + diagram.node_count(); });
}

}  // namespace warpmark::spaces
