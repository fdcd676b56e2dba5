#include "tuning/profile/timing.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench/statistics/median_interval.hpp"

namespace warpmark::tuning {
namespace {

// Fewer order statistics do not reach 95 %.
constexpr std::size_t min_rounds = 6;

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

timing over_rounds(std::span<const timing> rounds) {
  if (rounds.empty()) throw std::invalid_argument("no rounds to sum up");
  std::vector<double> medians;
  timing result{.ci_lo_ns = rounds.front().ci_lo_ns, .ci_hi_ns = rounds.front().ci_hi_ns};
  result.rounds = 0;
  for (const auto& round : rounds) {
    medians.push_back(round.median_ns);
    result.ci_lo_ns = std::min(result.ci_lo_ns, round.ci_lo_ns);
    result.ci_hi_ns = std::max(result.ci_hi_ns, round.ci_hi_ns);
    result.rounds += round.rounds;
  }
  if (rounds.size() >= min_rounds) {
    const auto range = statistics::median_interval(medians);
    result.ci_lo_ns = range.lo;
    result.ci_hi_ns = range.hi;
  }
  result.median_ns = median_of(std::move(medians));
  result.ci_lo_ns = std::min(result.ci_lo_ns, result.median_ns);
  result.ci_hi_ns = std::max(result.ci_hi_ns, result.median_ns);
  return result;
}

gain gain_over(const timing& before, const timing& now) {
  return {.value = before.median_ns / now.median_ns,
          .lo = before.ci_lo_ns / now.ci_hi_ns,
          .hi = before.ci_hi_ns / now.ci_lo_ns};
}

}  // namespace warpmark::tuning
