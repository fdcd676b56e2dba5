#include "bench/space/nested_order.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::spaces {
namespace {

// The current nodes of a walk in the diagrams of all groups, and the number of remaining members.
class position {
 public:
  explicit position(const level_space& over) : over_(over), left_(over.count()) {
    for (std::size_t group = 0; group < over.groups().size(); ++group)
      nodes_.push_back(*over.diagram_of(group).root());
  }

  config_index left() const { return left_; }

  // The number of members per choice in this group.
  config_index others(std::size_t group) const {
    return left_ / over_.diagram_of(group).paths(nodes_[group]);
  }

  std::uint32_t node(std::size_t group) const { return nodes_[group]; }

  void enter(std::size_t group, std::uint32_t child) {
    left_ = others(group) * over_.diagram_of(group).paths(child);
    nodes_[group] = child;
  }

 private:
  const level_space& over_;
  config_index left_;
  std::vector<std::uint32_t> nodes_;
};

}  // namespace

nested_order::nested_order(level_space over, std::size_t leading)
    : over_(std::move(over)), leading_(leading) {
  std::size_t axes = 0;
  for (const auto& group : over_.groups()) axes += group.axes.size();
  steps_.resize(axes);
  // The axes of a group fill the positions of that group, in the order of its layers.
  for (std::size_t group = 0; group < over_.groups().size(); ++group) {
    const auto& layers = over_.groups()[group].axes;
    std::vector<std::size_t> places = layers;
    std::sort(places.begin(), places.end());
    for (std::size_t i = 0; i < layers.size(); ++i) steps_[places[i]] = {layers[i], group};
  }
}

level_tuple nested_order::at(config_index place) const {
  level_tuple levels(steps_.size());
  position now(over_);
  for (const auto& [axis, group] : steps_) {
    const config_index others = now.others(group);
    const auto& taken = over_.diagram_of(group).edge_at(now.node(group), place / others);
    place -= taken.before * others;
    levels[axis] = taken.level;
    now.enter(group, taken.child);
  }
  return levels;
}

std::optional<config_index> nested_order::place_of(const level_tuple& levels) const {
  if (levels.size() != steps_.size() || count() == 0) return std::nullopt;
  config_index place = 0;
  position now(over_);
  for (const auto& [axis, group] : steps_) {
    const auto* taken = over_.diagram_of(group).edge_of(now.node(group), levels[axis]);
    if (taken == nullptr) return std::nullopt;
    place += taken->before * now.others(group);
    now.enter(group, taken->child);
  }
  return place;
}

nested_order::run nested_order::run_of(config_index place) const {
  position now(over_);
  config_index within = place;
  for (std::size_t axis = 0; axis < leading_; ++axis) {
    const auto group = steps_[axis].group;
    const config_index others = now.others(group);
    const auto& taken = over_.diagram_of(group).edge_at(now.node(group), within / others);
    within -= taken.before * others;
    now.enter(group, taken.child);
  }
  return {place - within, now.left()};
}

}  // namespace warpmark::spaces
