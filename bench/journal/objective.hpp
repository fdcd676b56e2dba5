#pragma once

#include <optional>
#include <string_view>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// What a search minimises, per execution.
enum class objective_kind {
  time,    ///< In ns.
  energy,  ///< In nJ.
  edp      ///< The energy-delay product, energy times time, in nJ s.
};

std::string_view name(objective_kind kind);

/// A unit a thousand times that of the values: "us", "uJ", "uJ s".
std::string_view shown_unit(objective_kind kind);

/// Empty for another name.
std::optional<objective_kind> objective_kind_of(std::string_view name);

/// The objective of a journal of `tune`, by its manifest; that of others is the time.
objective_kind objective_of_journal(const json& manifest);

/// The value that ranks a measurement, with the ends of its interval (equal to it if there is
/// none).
struct objective {
  double value = 0;  ///< In the unit of its kind.
  double lo = 0;
  double hi = 0;
  bool measured = false;  ///< Measured by a clock; otherwise modelled.
};

/// Of the time: the median of the measured times, else the modelled time, else nothing. Counts are
/// not an objective: a config with fewer instructions can be much slower. Of the others: nothing
/// without energy; the interval of a product holds that of both factors. `line`: a measurement with
/// status ok.
std::optional<objective> objective_of(const json& line, objective_kind kind = objective_kind::time);

}  // namespace warpmark::journal
