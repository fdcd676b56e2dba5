#pragma once

#include <string>

#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The margins of a point, relative to its base time.
struct point_terms {
  double margin = 0;       ///< Changes up to it are ignored.
  double pass_margin = 0;  ///< PASS: shown not slower than this; never below the margin.
};

/// The settings with the overrides that match the point; the margin is the larger of min_effect and
/// floor_ns over the median base time.
point_terms terms_of(const timed_point& point, const gate_settings& settings);

/// "reduce/shuffle" of "reduce/shuffle[type=i32][block=256]".
std::string path_of(const std::string& key);

}  // namespace warpmark::gate
