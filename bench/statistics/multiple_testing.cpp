#include "bench/statistics/multiple_testing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

std::vector<std::size_t> ascending_order(std::span<const double> p_values) {
  for (const double p : p_values) require_closed_unit(p, "p-value");
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

}  // namespace

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending_order(p_values);
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto still_open = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, still_open * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

std::vector<double> benjamini_hochberg_adjusted(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending_order(p_values);
  const auto count = static_cast<double>(order.size());
  std::vector<double> adjusted(p_values.size());
  double smallest = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    smallest = std::min(smallest, count / static_cast<double>(i + 1) * p_values[order[i]]);
    adjusted[order[i]] = smallest;
  }
  return adjusted;
}

}  // namespace warpmark::statistics
