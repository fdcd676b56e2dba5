#pragma once

#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tuning/strategies/search_state.hpp"
#include "tuning/surrogate/config_features.hpp"

namespace warpmark::tuning {

/// The data of a model: configs with their features and times, in the order in which they were
/// chosen or reported.
class observations {
 public:
  explicit observations(const search_state& state) : state_(state), features_(state.over.axes()) {}

  /// Adds the outcomes since the last call, in an order that does not depend on the order of
  /// reports. Returns the configs.
  std::vector<config_index> hear();

  /// Appends a config whose time is not known yet, unless present.
  void expect(config_index index) { place_of(index); }

  std::size_t size() const { return configs_.size(); }
  config_index config(std::size_t place) const { return configs_[place]; }
  const std::vector<float>& point(std::size_t place) const { return points_[place]; }

  /// Infinity if a config does not run, NaN while its time is pending.
  const std::vector<double>& times() const { return times_; }

  /// The best config, if it was found since the last call.
  std::optional<config_index> take_new_best() { return std::exchange(new_best_, std::nullopt); }

  std::size_t feature_count() const { return features_.count(); }

  /// A config's features, whether it was observed or not.
  std::vector<float> point_of(config_index index) const {
    return features_.of(state_.over.at(index));
  }

 private:
  std::size_t place_of(config_index index);

  const search_state& state_;
  config_features features_;
  std::vector<config_index> configs_;
  std::vector<double> times_;
  std::vector<std::vector<float>> points_;
  std::unordered_map<config_index, std::size_t> places_;
  std::size_t heard_ = 0;
  double best_time_ = std::numeric_limits<double>::infinity();
  std::optional<config_index> new_best_;
};

}  // namespace warpmark::tuning
