#include "bench/statistics/midranks.hpp"

#include <algorithm>
#include <numeric>

namespace warpmark::statistics {

std::vector<std::size_t> doubled_midranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::size_t> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = first + 1 + last;
    first = last;
  }
  return ranks;
}

}  // namespace warpmark::statistics
