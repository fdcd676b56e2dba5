#include "tuning/surrogate/observation_window.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace warpmark::tuning {

std::vector<std::size_t> observation_window(const std::vector<double>& times, std::size_t most) {
  std::vector<std::size_t> places(times.size());
  std::iota(places.begin(), places.end(), 0);
  if (places.size() <= most) return places;
  const auto at = [&](std::size_t place) {
    return places.begin() + static_cast<std::ptrdiff_t>(place);
  };
  std::nth_element(at(0), at(most / 2), places.end(), [&](std::size_t a, std::size_t b) {
    return times[a] != times[b] ? times[a] < times[b] : a < b;
  });
  std::nth_element(at(most / 2), at(most), places.end(), std::greater<>());
  places.resize(most);
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace warpmark::tuning
