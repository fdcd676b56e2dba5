#include "bench/statistics/autocorrelation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

std::vector<double> centred(std::span<const double> samples) {
  std::vector<double> values(samples.begin(), samples.end());
  // Equal samples must give exact zeros; subtracting a rounded mean would not.
  for (double& value : values) value -= samples.front();
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
  return values;
}

double lagged_product(std::span<const double> values, std::size_t lag) {
  return std::inner_product(values.begin() + static_cast<std::ptrdiff_t>(lag), values.end(),
                            values.begin(), 0.0);
}

}  // namespace

double effective_sample_size(std::span<const double> samples) {
  require_samples(samples, 1, "effective sample size");
  const auto n = static_cast<double>(samples.size());
  const std::vector<double> values = centred(samples);
  const double variance = lagged_product(values, 0);
  if (samples.size() < 4 || variance == 0) return n;
  double inflation = -1;
  for (std::size_t lag = 0; lag + 1 < samples.size(); lag += 2) {
    const double pair = (lagged_product(values, lag) + lagged_product(values, lag + 1)) / variance;
    if (pair <= 0) break;
    inflation += 2 * pair;
  }
  return std::clamp(n / std::max(inflation, 1.0), 1.0, n);
}

}  // namespace warpmark::statistics
