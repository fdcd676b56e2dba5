#include "tuning/surrogate/observation_window.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace warpmark::tuning {

std::vector<std::size_t> observation_window(const std::vector<double>& times,
                                            std::size_t max_count) {
  std::vector<std::size_t> places(times.size());
  std::iota(places.begin(), places.end(), 0);
  if (places.size() <= max_count) return places;
  const auto at = [&](std::size_t place) {
    return places.begin() + static_cast<std::ptrdiff_t>(place);
  };
  std::nth_element(at(0), at(max_count / 2), places.end(), [&](std::size_t a, std::size_t b) {
    return times[a] != times[b] ? times[a] < times[b] : a < b;
  });
  std::nth_element(at(max_count / 2), at(max_count), places.end(), std::greater<>());
  places.resize(max_count);
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace warpmark::tuning
