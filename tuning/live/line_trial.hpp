#pragma once

#include "bench/journal/lines.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// The trial of a journal's line.
trial trial_of(const point& point, const journal::json& line);

}  // namespace warpmark::tuning
