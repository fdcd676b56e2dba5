#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuning/random_source.hpp"
#include "tuning/space/decision_diagram.hpp"
#include "tuning/space/factor_groups.hpp"

namespace warpmark::tuning {

/// The place of a config among those that a space allows, from 0.
using config_index = std::uint64_t;

/// The configs that axes and rules allow. They are counted, numbered and drawn exactly, without
/// ever being listed: each group of axes that rules tie together is a decision diagram, and the
/// space is the product of its groups.
class space {
 public:
  /// Throws tuning_error if an axis has no value, if there are more than 2^64 - 1 configs, or if
  /// rules tie too many axes together to walk.
  static space of_rules(std::vector<space_axis> axes, std::vector<rule> rules);

  /// The space of exactly these configs, each a level an axis. One may come twice.
  static space of_list(std::vector<space_axis> axes, std::vector<level_tuple> members);

  const std::vector<space_axis>& axes() const { return axes_; }

  /// Axes that can be tuned without regard to those of other groups, as far as rules go.
  const std::vector<factor_group>& groups() const { return groups_; }

  /// How many configs the axes of a group have among themselves.
  config_index count_of(std::size_t group) const { return diagrams_[group].count(); }

  config_index count() const { return count_; }

  /// Which of the count_of(group) configs of a group the config at `index` has.
  config_index place_in(std::size_t group, config_index index) const;

  /// The config that differs from the one at `index` in one group alone, which has its config at
  /// `place` < count_of(group). Every such config is allowed, so that groups can be searched apart.
  config_index with_place(std::size_t group, config_index index, config_index place) const;

  /// The config at `index` < count().
  level_tuple at(config_index index) const;

  /// Nothing if rules forbid it, or if it has a level beyond an axis.
  std::optional<config_index> index_of(const level_tuple& levels) const;

  bool contains(const level_tuple& levels) const { return index_of(levels).has_value(); }

  /// Each config is equally likely; count() > 0.
  config_index sample(random_source& random) const { return random.below(count_); }

  /// The reason of the first rule that forbids the config; empty if none does. Configs that a list
  /// lacks are "not in the list".
  std::string objection(const level_tuple& levels) const;

  /// "block=256,items=4"
  std::string text(config_index index) const;

  /// Nodes of all diagrams: what it costs to keep the space.
  std::size_t node_count() const;

 private:
  space(std::vector<space_axis> axes, std::vector<rule> rules);
  void multiply();

  // How many configs the groups behind one have: the weight of its place in an index.
  config_index weight_of(std::size_t group) const;

  std::vector<space_axis> axes_;
  std::vector<rule> rules_;
  std::vector<factor_group> groups_;
  std::vector<decision_diagram> diagrams_;  ///< One a group.
  config_index count_ = 0;
};

}  // namespace warpmark::tuning
