#pragma once

#include <cstdint>
#include <vector>

#include "bench/statistics/philox.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/noise/noise_scenario.hpp"

namespace warpmark::gate {

/// A point of the model and the truth about it.
struct modelled_point {
  double base_ns = 0;
  double slowdown = 0;  ///< True and relative: 0.02 is 2 % slower.
  bool steady = false;  ///< Never bimodal, of ordinary variety: as a calibrator is chosen to be.
};

/// Pairs as a noisy card would give them; a model, and no card.
///
/// The logarithm of a side's time is the point's, plus its drift and walk at the moment of the side
/// (the sides are supposed to run one after the other, which is harder on them than the alternating
/// samples of a real round), plus the process's shock and state, plus the side's own noise. That
/// noise is drawn as one normal number: the round's level plus the median of `samples` executions,
/// whose distribution is normal enough for 20 of them (the tests compare it with medians of
/// samples drawn singly, spikes and all).
class noise_source : public round_source {
 public:
  noise_source(const noise_scenario& scenario, std::vector<modelled_point> points,
               std::uint64_t seed, std::size_t samples = 20);

  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

 private:
  struct point_state {
    double deviation = 0;   // Of a side's own noise, walk included.
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
};

/// The standard deviation of the median of `samples` >= 1 normal executions, in theirs.
double deviation_of_median(std::size_t samples);

}  // namespace warpmark::gate
