#include "bench/statistics/test_result.hpp"

#include <algorithm>

namespace warpmark::statistics {

double p_value_of(alternative side, double at_most, double at_least) {
  switch (side) {
    case alternative::less:
      return std::min(1.0, at_most);
    case alternative::greater:
      return std::min(1.0, at_least);
    case alternative::two_sided:
      break;
  }
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

}  // namespace warpmark::statistics
