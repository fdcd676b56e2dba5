#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tuning/spaces.hpp"

namespace warpmark::tuning {

/// The configs of a space that were requested, and their known times.
class asked_configs {
 public:
  explicit asked_configs(config_index count) : count_(count) {}

  /// Marks a config as requested; false if it was already.
  bool add(config_index index) { return asked_.insert(index).second; }
  bool contains(config_index index) const { return asked_.contains(index); }
  bool all() const { return asked_.size() == count_; }
  config_index left() const { return count_ - asked_.size(); }

  void learn(config_index index, double time) {
    if (times_.insert_or_assign(index, time).second) told_.push_back(index);
  }

  /// Configs with known times, in the order in which they became known.
  const std::vector<config_index>& told() const { return told_; }

  /// nullopt while unknown; infinity if it does not run.
  std::optional<double> time_of(config_index index) const;

  /// A config not requested yet, each equally likely; there must be one. Does not mark it as
  /// requested.
  config_index draw(random_source& random);

 private:
  config_index count_;
  std::unordered_set<config_index> asked_;
  std::unordered_map<config_index, double> times_;
  std::vector<config_index> told_;
  std::vector<config_index> rest_;  ///< All that may be left, once rejection sampling becomes slow.
};

}  // namespace warpmark::tuning
