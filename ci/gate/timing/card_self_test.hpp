#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ci/gate/timing/device_trial.hpp"
#include "ci/gate/trials/gate_guarantees.hpp"

namespace warpmark::gate {

/// The guarantees on a card hold for points whose rounds have at most this standard deviation.
inline constexpr double precise_spread = 0.005;

/// The slow-downs planted on a card, and the share of them that must be found.
inline constexpr std::array<guaranteed_power, 3> card_powers{
    {{0.02, 0.80}, {0.03, 0.95}, {0.05, 0.99}}};

/// Planted slow-downs of one size.
struct planted_row {
  double slowdown = 0;
  std::size_t points = 0;
  std::size_t calibrated = 0;     ///< Points with a calibrated slow-down of this size …
  std::size_t found = 0;          ///< … that were called REGRESSION.
  std::size_t precise = 0;        ///< Those with a spread of at most precise_spread …
  std::size_t precise_found = 0;  ///< … that were called REGRESSION.
  control_record controls;
};

struct card_self_test_result {
  std::vector<planted_row> rows;
  order_bias_on_card blocked, alternating;
  std::vector<guarantee_check> checks;
  bool kept() const;
};

/// The size of the self-test.
struct card_self_test_plan {
  std::size_t calibration_rounds = 14;
  std::size_t bias_rounds = 6;
  std::size_t bias_pairs =
      200;  ///< Enough for a block of one side to last as long as the card's warm-up.
  double heat_s = 1;
};

/// Plants calibrated slow-downs in every point of the device_trial and runs the gate on them; then
/// measures equal sides in both orders while the card warms up. Throws the device_trial's
/// exceptions.
card_self_test_result card_self_test(const device_trial& at, const card_self_test_plan& plan,
                                     const gate_settings& settings, std::uint64_t seed);

/// The standard deviation of a point's log ratios between rounds; 0 for fewer than two.
double spread_of(const timed_point& point);

}  // namespace warpmark::gate
