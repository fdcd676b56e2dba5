#include "tuning/strategies/observations.hpp"

#include <algorithm>

namespace warpmark::tuning {

std::vector<config_index> observations::hear() {
  const auto& told = state_.asked_configs.told();
  std::vector<config_index> news(told.begin() + static_cast<std::ptrdiff_t>(heard_), told.end());
  heard_ = told.size();
  std::sort(news.begin(), news.end());
  for (const auto index : news) {
    const double time = *state_.asked_configs.time_of(index);
    times_[place_of(index)] = time;
    if (time >= best_time_) continue;
    best_time_ = time;
    new_best_ = index;
  }
  return news;
}

std::size_t observations::place_of(config_index index) {
  const auto [found, is_new] = places_.emplace(index, configs_.size());
  if (is_new) {
    configs_.push_back(index);
    times_.push_back(std::numeric_limits<double>::quiet_NaN());
    points_.push_back(point_of(index));
  }
  return found->second;
}

}  // namespace warpmark::tuning
