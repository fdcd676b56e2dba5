#pragma once

#include <optional>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// The time in ns that ranks a measurement, with the ends of its interval (equal to it if there is
/// none).
struct objective {
  double ns = 0;
  double lo_ns = 0;
  double hi_ns = 0;
  bool measured = false;  ///< Measured by a clock; otherwise modelled.
};

/// The median of the measured times, else the modelled time, else nothing. Counts are not an
/// objective: a config with fewer instructions can be much slower. `line`: a measurement with
/// status ok.
std::optional<objective> objective_of(const json& line);

}  // namespace warpmark::journal
