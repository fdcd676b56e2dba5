#include "ci/gate/decision/detectability.hpp"

#include <algorithm>
#include <cmath>

#include "bench/statistics/detectable_effect.hpp"
#include "bench/statistics/distributions.hpp"

namespace warpmark::gate {
namespace {

constexpr double power = 0.8;
constexpr double undetectable = 10000;

// Normal theory, plus two rounds because the variance is estimated.
double rounds_for(double distance, double deviation, double alpha) {
  if (distance <= 0) return undetectable;
  const double errors = statistics::normal_quantile(1 - alpha) + statistics::normal_quantile(power);
  return std::min(undetectable, std::pow(errors * deviation / distance, 2) + 2);
}

}  // namespace

double t_table::quantile(double p, double df) {
  const auto [found, is_new] = quantiles_.try_emplace({p, df}, 0);
  if (is_new) found->second = statistics::student_t_quantile(p, df);
  return found->second;
}

double t_table::detectable(double df, double alpha) {
  const auto [found, is_new] = effects_.try_emplace({df, alpha}, 0);
  if (is_new) found->second = statistics::detectable_effect(1, df, alpha, power);
  return found->second;
}

std::size_t missing_rounds(double estimate, double deviation, double margin, double pass_margin,
                           double alpha, std::size_t rounds) {
  const double needed = std::min(rounds_for(pass_margin - estimate, deviation, pass_alpha),
                                 rounds_for(estimate - margin, deviation, alpha));
  return static_cast<std::size_t>(std::max(1.0, std::ceil(needed - static_cast<double>(rounds))));
}

}  // namespace warpmark::gate
