#pragma once

#include <cstdint>
#include <vector>

#include "bench/statistics/philox.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/noise/noise_scenario.hpp"

namespace warpmark::gate {

/// A point of the model with its true slow-down.
struct modelled_point {
  double base_ns = 0;
  double slowdown = 0;           ///< True and relative: 0.02 is 2 % slower.
  bool steady = false;           ///< Never bimodal, of typical noise, like a calibrator.
  bool is_memory_bound = false;  ///< Has the memory's disturbances of the scenario, too.
};

/// Simulates the pairs of a noisy card.
///
/// The logarithm of a side's time is the point's, plus its drift and walk at the time of the side
/// (the model runs one side after the other, a harder case than the alternating samples of a real
/// round), plus the process's shocks and state, plus the side's own noise. That noise is drawn as
/// one normal number: the round's level plus the median of `samples` executions, whose distribution
/// is close to normal for 20 of them (the tests compare it with medians of samples drawn singly,
/// including spikes).
class noise_source : public round_source {
 public:
  noise_source(const noise_scenario& scenario, std::vector<modelled_point> points,
               std::uint64_t seed, std::size_t samples = 20);

  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

 private:
  struct point_state {
    double deviation = 0;   // Of a side's own noise, including the walk.
    double drift_step = 0;  // From side to side.
    bool bimodal = false;
    bool base_first = false;
    std::size_t measured = 0;  // Sides so far.
  };

  round_pair measure_pair(const modelled_point& point, point_state& state, double base_shock,
                          double head_shock);
  double normal();
  bool happens(double share) { return share > 0 && random_.uniform() < share; }

  noise_scenario scenario_;
  std::vector<modelled_point> points_;
  std::vector<point_state> states_;
  std::size_t samples_;
  statistics::random_stream random_;
  double memory_bias_ = 0;
};

/// The standard deviation of the median of `samples` >= 1 normal executions, relative to that of
/// one execution.
double deviation_of_median(std::size_t samples);

}  // namespace warpmark::gate
