#include "bench/statistics/polygamma.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

using in_double = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace

double digamma(double x) {
  require_positive(x, "digamma's argument");
  return boost::math::digamma(x, in_double());
}

double trigamma(double x) {
  require_positive(x, "trigamma's argument");
  return boost::math::trigamma(x, in_double());
}

double trigamma_inverse(double x) {
  require_positive(x, "inverse trigamma's argument");
  // Beyond these the leading terms, 1/y^2 for small y and 1/y for large, are accurate.
  if (x > 1e7) return 1 / std::sqrt(x);
  if (x < 1e-6) return 1 / x;
  double y = 0.5 + 1 / x;
  for (int step = 0; step < 50; ++step) {
    const double reached = trigamma(y);
    const double change = reached * (1 - reached / x) / boost::math::polygamma(2, y, in_double());
    y += change;
    if (std::abs(change) < 1e-12 * y) break;
  }
  return y;
}

}  // namespace warpmark::statistics
