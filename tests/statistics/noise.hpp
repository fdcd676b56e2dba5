#pragma once

#include <cmath>
#include <cstdint>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/philox.hpp"

namespace warpmark::statistics {

/// Times about 1 with noise of several shapes, the same in every run.
class noise {
 public:
  explicit noise(std::uint64_t seed, std::uint64_t stream = 0) : random_(seed, stream) {}

  double normal() { return normal_quantile(random_.uniform()); }
  double normal_time(double spread) { return 1 + spread * normal(); }

  /// Skewed: most times near the floor, a long tail above.
  double lognormal_time(double spread) { return std::exp(spread * normal()); }

  /// 30 % of the times come from a second state that is four spreads slower.
  double bimodal_time(double spread) {
    const double mode = random_.uniform() < 0.3 ? 1 + 4 * spread : 1;
    return mode + spread / 2 * normal();
  }

 private:
  random_stream random_;
};

/// A noise's long-run median: of the last shape, where 0.7 P(Z <= 2 x) + 0.3 P(Z <= 2 (x - 4)) =
/// 1/2 in spreads; the others have median 1.
using shape = double (noise::*)(double);
inline double long_run_median(shape drawn_by, double spread) {
  constexpr double bimodal_offset = 0.28297441;
  return drawn_by == &noise::bimodal_time ? 1 + bimodal_offset * spread : 1;
}

}  // namespace warpmark::statistics
