#include "simt/instructions/elementary_functions.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace warpmark::simt {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double ln2 = 0x1.62e42fefa39efp-1, pi = 0x1.921fb54442d18p+1;

// Sum of x^n / n! from n = 1 on, for |x| <= 0.7; divided by Horner's rule.
double exponential_minus_1(double x) {
  double sum = 1;
  for (int n = 18; n > 1; --n) sum = 1 + sum * x / n;
  return sum * x;
}

// x - x^3/3! + …, |x| <= pi/4
double sine_series(double x) {
  double sum = 1;
  for (int n = 19; n > 1; n -= 2) sum = 1 - sum * x * x / (n * (n - 1));
  return sum * x;
}

double cosine_series(double x) {
  double sum = 1;
  for (int n = 20; n > 0; n -= 2) sum = 1 - sum * x * x / (n * (n - 1));
  return sum;
}

// The sine of an angle in units of right angles, by symmetry of the quadrants.
double sine_of_quarters(double quarters) {
  const double nearest = std::nearbyint(quarters);
  const double rest = (quarters - nearest) * (pi / 2);
  switch (static_cast<int>(nearest) & 3) {
    case 0:
      return sine_series(rest);
    case 1:
      return cosine_series(rest);
    case 2:
      return -sine_series(rest);
    default:
      return -cosine_series(rest);
  }
}

}  // namespace

double exponential2(double x) {
  if (std::isnan(x)) return x;
  if (x > 1100) return infinity;
  if (x < -1200) return 0;
  const double whole = std::nearbyint(x);
  return std::ldexp(1 + exponential_minus_1((x - whole) * ln2), static_cast<int>(whole));
}

// With m in [sqrt(1/2), sqrt(2)): log m = 2 artanh((m - 1) / (m + 1)).
double logarithm2(double x) {
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -infinity;
  if (std::isinf(x)) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0x1.6a09e667f3bcdp-1) m *= 2, --exponent;
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (int n = 25; n > 0; n -= 2) sum = sum * s * s + 1.0 / n;
  return exponent + 2 * s * sum / ln2;
}

double sine_of_turns(double turns) {
  if (!std::isfinite(turns)) return std::numeric_limits<double>::quiet_NaN();
  const double fraction = turns - std::nearbyint(turns);
  return fraction == 0 ? std::copysign(0.0, turns) : sine_of_quarters(fraction * 4);
}

double cosine_of_turns(double turns) {
  if (!std::isfinite(turns)) return std::numeric_limits<double>::quiet_NaN();
  return sine_of_quarters((turns - std::nearbyint(turns)) * 4 + 1);
}

double hyperbolic_tangent(double x) {
  if (std::isnan(x)) return x;
  const double size = std::fabs(x);
  if (size > 30) return std::copysign(1.0, x);
  // tanh(x) = (e^2x - 1) / (e^2x + 1); the series where the difference would cancel.
  const double less_1 =
      size < 0.3 ? exponential_minus_1(2 * size) : exponential2(2 * size / ln2) - 1;
  return std::copysign(less_1 / (less_1 + 2), x);
}

}  // namespace warpmark::simt
