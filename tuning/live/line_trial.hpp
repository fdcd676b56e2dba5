#pragma once

#include "bench/journal/lines.hpp"
#include "bench/journal/objective.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// The trial of a journal's line. A line without a value of the objective is skipped.
trial trial_of(const point& point, const journal::json& line,
               journal::objective_kind objective = journal::objective_kind::time);

}  // namespace warpmark::tuning
