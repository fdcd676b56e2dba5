#include "tuning/strategies/search_state.hpp"

#include <algorithm>
#include <limits>

namespace warpmark::tuning {
namespace {

// A strategy with this many consecutive requests for known configs is stuck in a part of the space.
constexpr std::size_t max_without_news = 1000;

}  // namespace

config_index search_state::draw() {
  return asked_configs.all() ? over.sample(random) : asked_configs.draw(random);
}

std::vector<config_index> search_state::draw(std::size_t max_count) {
  std::vector<config_index> result;
  while (result.size() < max_count && result.size() < asked_configs.left()) {
    const auto index = asked_configs.draw(random);
    if (std::find(result.begin(), result.end(), index) == result.end()) result.push_back(index);
  }
  return result;
}

bool search_state::all_known(const std::vector<config_index>& configs) {
  next_configs.clear();
  for (const auto index : configs)
    if (!asked_configs.contains(index) &&
        std::find(next_configs.begin(), next_configs.end(), index) == next_configs.end())
      next_configs.push_back(index);
  if (!next_configs.empty()) {
    without_news_ = 0;
    return false;
  }
  if (++without_news_ < max_without_news) return true;
  // A random config gives the search new information, and ends it if nothing is left.
  without_news_ = 0;
  if (!asked_configs.all()) next_configs.push_back(asked_configs.draw(random));
  return false;
}

std::vector<double> search_state::times_of(const std::vector<config_index>& configs) const {
  std::vector<double> times;
  times.reserve(configs.size());
  for (const auto index : configs)
    times.push_back(asked_configs.time_of(index).value_or(std::numeric_limits<double>::infinity()));
  return times;
}

}  // namespace warpmark::tuning
