#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ci/gate/trials/suite_simulation.hpp"

namespace warpmark::gate {

/// Rounds of all points that were measured before; each call of measure() returns the next one, and
/// after the last one the first again. Points' heads are slower by known factors.
class recorded_rounds final : public round_source {
 public:
  recorded_rounds(std::shared_ptr<const std::vector<std::vector<round_pair>>> rounds,
                  std::vector<double> slowdowns);
  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

 private:
  std::shared_ptr<const std::vector<std::vector<round_pair>>> rounds_;
  std::vector<double> slowdowns_;
  std::size_t next_ = 0;
};

/// Slow-downs of one size, planted in recorded rounds.
struct recorded_row {
  double slowdown = 0;  ///< Relative; 0: nothing is planted.
  trial_tally tally;
};

/// Measures as many rounds of all points as a run of the gate may take, once, and plants each
/// slow-down in half of the candidates, then in the other half, by making the head's times longer.
/// `source` has equal sides.
std::vector<recorded_row> plant_in_rounds(round_source& source,
                                          const std::vector<timed_point>& points,
                                          const std::vector<double>& slowdowns,
                                          const gate_settings& settings);

}  // namespace warpmark::gate
