#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bench/space/decision_diagram.hpp"
#include "bench/space/factor_groups.hpp"
#include "bench/space/level_tuple.hpp"

namespace warpmark::spaces {

/// The tuples of levels that rules allow. They are counted and numbered exactly without being
/// listed: each group of axes that rules connect is a decision diagram, and the space is the
/// product of its groups.
class level_space {
 public:
  /// `sizes`: levels per axis, at least one. Throws space_too_large if there are more than 2^64 - 1
  /// tuples, space_error if rules connect too many axes.
  level_space(std::span<const std::size_t> sizes, const std::vector<rule>& rules,
              const layer_order& order = {});

  /// Exactly these tuples, with one level per axis. Duplicates are allowed.
  level_space(std::size_t axes, std::vector<level_tuple> members);

  /// The groups of axes. Rules do not connect axes of different groups.
  const std::vector<factor_group>& groups() const { return groups_; }

  const decision_diagram& diagram_of(std::size_t group) const { return diagrams_[group]; }

  /// The number of configs of a group's axes.
  config_index count_of(std::size_t group) const { return diagrams_[group].count(); }

  config_index count() const { return count_; }

  /// The config at `index` < count().
  level_tuple at(config_index index) const;

  /// Empty if rules exclude it, or if a level exceeds its axis.
  std::optional<config_index> index_of(const level_tuple& levels) const;

  bool contains(const level_tuple& levels) const { return index_of(levels).has_value(); }

  /// Number of nodes of all diagrams: the memory of the space.
  std::size_t node_count() const;

 private:
  void multiply();

  // How many configs the groups after one have: the weight of its place in an index.
  std::size_t axes_;
  std::vector<factor_group> groups_;
  std::vector<decision_diagram> diagrams_;  ///< One per group.
  config_index count_ = 0;
};

}  // namespace warpmark::spaces
