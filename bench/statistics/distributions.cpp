#include "bench/statistics/distributions.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

namespace bm = boost::math;

// No promotion to long double, which is 64, 80 or 128 bits wide depending on the machine.
using in_double = bm::policies::policy<bm::policies::promote_double<false>>;
using normal = bm::normal_distribution<double, in_double>;
using students_t = bm::students_t_distribution<double, in_double>;
using binomial = bm::binomial_distribution<double, in_double>;

void require_number(double value, const char* name) { require_samples({&value, 1}, 1, name); }

students_t student_t(double df) {
  require_positive(df, "degrees of freedom");
  return students_t{df};
}

binomial trials(std::size_t n, double p) {
  require_closed_unit(p, "binomial probability");
  return {static_cast<double>(n), p};
}

}  // namespace

double normal_cdf(double z) {
  require_number(z, "normal deviate");
  return bm::cdf(normal(), z);
}

double normal_quantile(double p) {
  require_open_unit(p, "normal quantile's probability");
  return bm::quantile(normal(), p);
}

double student_t_cdf(double t, double df) {
  require_number(t, "t");
  return std::isinf(df) ? normal_cdf(t) : bm::cdf(student_t(df), t);
}

double student_t_upper_tail(double t, double df) { return student_t_cdf(-t, df); }

double student_t_quantile(double p, double df) {
  require_open_unit(p, "t quantile's probability");
  return std::isinf(df) ? normal_quantile(p) : bm::quantile(student_t(df), p);
}

double binomial_cdf(std::size_t k, std::size_t n, double p) {
  if (k >= n) return 1;
  return bm::cdf(trials(n, p), static_cast<double>(k));
}

double binomial_upper_tail(std::size_t k, std::size_t n, double p) {
  if (k == 0) return 1;
  if (k > n) return 0;
  return bm::cdf(bm::complement(trials(n, p), static_cast<double>(k - 1)));
}

}  // namespace warpmark::statistics
