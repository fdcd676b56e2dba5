#include "bench/statistics/sample_checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace warpmark::statistics {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& reason) {
  throw std::invalid_argument(std::string(name) + ": " + reason);
}

}  // namespace

void require_samples(std::span<const double> samples, std::size_t min_count,
                     std::string_view name) {
  if (samples.size() < min_count) {
    refuse(name, std::to_string(samples.size()) + " samples; at least " +
                     std::to_string(min_count) + " are needed");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!std::isfinite(samples[i])) {
      refuse(name, "sample " + std::to_string(i) + " is " + std::to_string(samples[i]) +
                       "; all must be finite");
    }
  }
}

void require_open_unit(double value, std::string_view name) {
  if (!(value > 0 && value < 1)) refuse(name, std::to_string(value) + " is not between 0 and 1");
}

void require_closed_unit(double value, std::string_view name) {
  if (!(value >= 0 && value <= 1)) refuse(name, std::to_string(value) + " is not in 0..1");
}

void require_positive(double value, std::string_view name) {
  if (!(value > 0) || !std::isfinite(value)) {
    refuse(name, std::to_string(value) + " is not a positive number");
  }
}

std::vector<double> ascending(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace warpmark::statistics
