#include "tuning/strategies/asked_configs.hpp"

namespace warpmark::tuning {

std::optional<double> asked_configs::time_of(config_index index) const {
  const auto found = times_.find(index);
  if (found == times_.end()) return std::nullopt;
  return found->second;
}

config_index asked_configs::draw(random_source& random) {
  // Until half of the space was requested, two draws suffice on average.
  if (asked_.size() < count_ / 2) {
    while (true)
      if (const auto index = random.below(count_); !contains(index)) return index;
  }
  if (rest_.empty())
    for (config_index index = 0; index < count_; ++index)
      if (!contains(index)) rest_.push_back(index);
  while (true) {
    const auto place = random.below(rest_.size());
    if (!contains(rest_[place])) return rest_[place];
    rest_[place] = rest_.back();
    rest_.pop_back();
  }
}

}  // namespace warpmark::tuning
