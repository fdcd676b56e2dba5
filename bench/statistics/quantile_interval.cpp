#include "bench/statistics/quantile_interval.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// The first k in [first, last) for which `holds`, which never turns false again; `last` if none.
template <class predicate>
std::size_t first_where(std::size_t first, std::size_t last, predicate holds) {
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (holds(middle)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

}  // namespace

quantile_ranks quantile_interval_ranks(std::size_t n, double p, double confidence) {
  if (n == 0) throw std::invalid_argument("quantile interval: no samples");
  require_open_unit(p, "quantile interval's probability");
  require_open_unit(confidence, "quantile interval's confidence");
  const double tail = (1 - confidence) / 2;
  // x(l) is above the quantile when fewer than l samples do not; x(u) below it when at least u
  // do.
  const std::size_t too_high =
      first_where(1, n + 1, [&](std::size_t l) { return binomial_cdf(l - 1, n, p) > tail; });
  const std::size_t enough =
      first_where(1, n + 1, [&](std::size_t u) { return binomial_upper_tail(u, n, p) <= tail; });
  const std::size_t lower = std::max<std::size_t>(too_high - 1, 1);
  const std::size_t upper = std::min(enough, n);
  const double missed = binomial_cdf(lower - 1, n, p) + binomial_upper_tail(upper, n, p);
  return {lower, upper, std::max(0.0, 1 - missed)};
}

interval quantile_interval(std::span<const double> samples, double p, double confidence) {
  require_samples(samples, 1, "quantile interval");
  const std::vector<double> sorted = ascending(samples);
  const quantile_ranks ranks = quantile_interval_ranks(sorted.size(), p, confidence);
  return {sorted[ranks.lower - 1], sorted[ranks.upper - 1], ranks.coverage};
}

}  // namespace warpmark::statistics
