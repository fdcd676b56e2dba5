#include "bench/statistics/equivalence.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpmark::statistics {

equivalence_result equivalence_test(const t_result& measured, double low, double high) {
  if (!(low < high)) {
    throw std::invalid_argument("equivalence margin: " + std::to_string(low) + " is not below " +
                                std::to_string(high));
  }
  const auto p_value = [&](double margin, alternative side) {
    return t_test_of(measured.estimate, measured.standard_error, measured.df, margin, side).p_value;
  };
  const double above = p_value(low, alternative::greater);
  const double below = p_value(high, alternative::less);
  return {above, below, std::max(above, below)};
}

}  // namespace warpmark::statistics
