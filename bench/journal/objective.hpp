#pragma once

#include <optional>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// A time in ns to rank a measurement by, with the ends of its interval (equal to it where there is
/// none).
struct objective {
  double ns = 0;
  double lo_ns = 0;
  double hi_ns = 0;
  bool measured = false;  ///< By a clock, else modelled.
};

/// The one rule: the median of the measured times, else the modelled time, else nothing. Counts are
/// no objective: of two configs the one with fewer instructions can be the slower by far.
/// `line`: a measurement with status ok.
std::optional<objective> objective_of(const json& line);

}  // namespace warpmark::journal
