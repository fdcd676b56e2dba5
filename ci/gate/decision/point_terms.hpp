#pragma once

#include <string>

#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// What a point is judged by, relative to its base time.
struct point_terms {
  double margin = 0;       ///< Changes up to it are none.
  double pass_margin = 0;  ///< PASS: shown not slower than this; never below the margin.
};

/// The settings with the overrides that name the point; the margin is min_effect, or floor_ns over
/// the median base time where that is more.
point_terms terms_of(const timed_point& point, const gate_settings& settings);

/// "reduce/shuffle" of "reduce/shuffle[type=i32][block=256]".
std::string path_of(const std::string& key);

}  // namespace warpmark::gate
