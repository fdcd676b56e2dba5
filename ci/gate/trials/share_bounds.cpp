#include "ci/gate/trials/share_bounds.hpp"

#include "bench/statistics/distributions.hpp"

namespace warpmark::gate {
namespace {

constexpr double miss = 0.05;

// The share at which a decreasing function has the value `miss`.
template <class function>
double share_where(function falling) {
  double low = 0;
  double high = 1;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (falling(middle) > miss ? low : high) = middle;
  }
  return high;
}

}  // namespace

double upper_bound_of_share(std::size_t seen, std::size_t tries) {
  if (seen >= tries) return 1;
  return share_where([&](double p) { return statistics::binomial_cdf(seen, tries, p); });
}

}  // namespace warpmark::gate
