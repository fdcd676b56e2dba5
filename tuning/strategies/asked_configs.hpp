#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tuning/spaces.hpp"

namespace warpmark::tuning {

/// Which configs of a space have been asked for, and what is known of them.
class asked_configs {
 public:
  explicit asked_configs(config_index count) : count_(count) {}

  /// Whether it was not asked for before.
  bool add(config_index index) { return asked_.insert(index).second; }
  bool contains(config_index index) const { return asked_.contains(index); }
  bool all() const { return asked_.size() == count_; }
  config_index left() const { return count_ - asked_.size(); }

  void learn(config_index index, double time) {
    if (times_.insert_or_assign(index, time).second) told_.push_back(index);
  }

  /// What is known, in the order in which it came to be.
  const std::vector<config_index>& told() const { return told_; }

  /// Nothing while it is not known; infinity for what does not run.
  std::optional<double> time_of(config_index index) const;

  /// One that was not asked for, each equally likely; there must be one. It is not asked for by
  /// that.
  config_index draw(random_source& random);

 private:
  config_index count_;
  std::unordered_set<config_index> asked_;
  std::unordered_map<config_index, double> times_;
  std::vector<config_index> told_;
  std::vector<config_index>
      rest_;  ///< All that may be left, once drawing blindly would miss often.
};

}  // namespace warpmark::tuning
