#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/core/energy_summary.hpp"
#include "bench/core/prepared_point.hpp"

namespace warpmark {

/// The conditions in which a point's energy is measured.
struct energy_conditions {
  cache_state state = cache_state::rotated;
  std::size_t placements = 1;
};

/// The conditions for a point that is timed in state `timed`. A flush would be measured as well, so
/// cold work rotates over its buffers; if these are too few to displace each other it is hot.
energy_conditions energy_conditions_for(cache_state timed, std::size_t footprint_bytes,
                                        std::size_t l2_bytes);

/// The result, or why there is none: one clause.
struct point_energy {
  std::optional<energy_summary> energy = {};
  std::string missing = {};
  double busy_ns = 0;  ///< Time of all spans.
};

/// Executes the point back to back. `prepared` has at least the placements of `conditions`.
point_energy measure_point_energy(backend& machine, prepared_point& prepared,
                                  const energy_conditions& conditions,
                                  const energy_options& options,
                                  std::optional<double> idle_power_w);

}  // namespace warpmark
