#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"

namespace warpmark {

/// Limits of the card that were measured in this run, on this card.
struct measured_ceilings {
  std::optional<double> read_bytes_per_s;
  std::optional<double> launch_floor_ns;
};

/// What a run was: everything that its measurements share.
struct run_manifest {
  std::vector<std::string> argv;
  std::string backend;
  std::vector<card> devices;  ///< At least one; the first is the one of the ceilings.
  std::string nvrtc_version;
  std::vector<std::string> compiler_flags;
  std::uint64_t seed = 0;
  measuring_options contract;
  bool exact = false;  ///< Counted by interpretation: no clock, no error bar.
  measured_ceilings ceilings;
  std::size_t planned_points = 0;
};

}  // namespace warpmark
