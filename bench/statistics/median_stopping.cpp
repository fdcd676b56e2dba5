#include "bench/statistics/median_stopping.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// Chosen by the simulation of docs/statistics.md.
constexpr double risk_spent_on_looking = 0.1;

// With few samples their dependence is underestimated, and the interval is too narrow.
constexpr double min_effective = 20;

// Dependent samples are equivalent to fewer independent ones.
void widen(interval& range, double centre, std::size_t n, double effective_size) {
  const double by = std::max(1.0, std::sqrt(static_cast<double>(n) / effective_size));
  range.lo = centre - by * (centre - range.lo);
  range.hi = centre + by * (range.hi - centre);
}

}  // namespace

median_stopping_rule::median_stopping_rule(const stopping_options& options)
    : options_(options), next_look_(std::max<std::size_t>(options.first_look, 1)) {
  require_positive(options.precision, "stopping rule's precision");
  require_open_unit(options.confidence, "stopping rule's confidence");
  if (!(options.growth > 1) || !std::isfinite(options.growth)) {
    throw std::invalid_argument("stopping rule's growth: " + std::to_string(options.growth) +
                                " is not a number above 1");
  }
}

interval median_stopping_rule::look(std::span<const double> samples, double effective_size) {
  const double formed_at = 1 - (1 - options_.confidence) * (1 - risk_spent_on_looking);
  interval range = interpolated_median_interval(samples, formed_at);
  const bool covers =
      range.confidence >= formed_at && (effective_size == 0 || effective_size >= min_effective);
  range.confidence = std::min(range.confidence, options_.confidence);
  if (effective_size > 0) widen(range, median(samples), samples.size(), effective_size);
  if (samples.size() < next_look_) return range;

  const double requested_half_width = options_.precision * std::abs(median(samples));
  if (stage_ == stage::confirming) {
    stage_ = stage::done;
  } else if (stage_ == stage::searching && covers && range.half_width() <= requested_half_width) {
    stage_ = stage::confirming;
  }
  const double grown = std::ceil(static_cast<double>(samples.size()) * options_.growth);
  next_look_ = std::max(samples.size() + 1, static_cast<std::size_t>(grown));
  return range;
}

}  // namespace warpmark::statistics
