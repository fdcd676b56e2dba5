#include "bench/statistics/detectable_effect.hpp"

#include <boost/math/distributions/non_central_t.hpp>
#include <stdexcept>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

using in_double = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using shifted_t = boost::math::non_central_t_distribution<double, in_double>;

}  // namespace

double detectable_effect(double standard_error, double df, double alpha, double power) {
  require_samples({&standard_error, 1}, 1, "detectable effect's standard error");
  if (standard_error < 0) throw std::invalid_argument("detectable effect: negative standard error");
  require_positive(df, "detectable effect's degrees of freedom");
  require_open_unit(alpha, "detectable effect's alpha");
  require_open_unit(power, "detectable effect's power");
  if (power <= alpha) throw std::invalid_argument("detectable effect: power is not above alpha");

  const double critical = student_t_quantile(1 - alpha, df);
  const auto power_at = [&](double effect) {
    return boost::math::cdf(boost::math::complement(shifted_t(df, effect), critical));
  };
  double low = 0;
  double high = 1;
  while (power_at(high) < power) high *= 2;
  while (high - low > 1e-10 * high) {
    const double middle = (low + high) / 2;
    (power_at(middle) < power ? low : high) = middle;
  }
  return standard_error * high;
}

}  // namespace warpmark::statistics
