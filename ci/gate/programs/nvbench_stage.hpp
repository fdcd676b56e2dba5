#pragma once

#include <cstdint>
#include <filesystem>

#include "ci/gate/gate_progress.hpp"
#include "ci/gate/programs/nvbench_discovery.hpp"
#include "ci/gate/programs/program_gate.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The defaults for nvbench executables: 20 samples of each point in a process, since every round
/// pays for three processes; no planted slow-down, since no program has one; and only what the
/// screen flagged is confirmed, since a confirmation takes 45 processes.
gate_settings nvbench_default_settings();

/// Settings of the timing stage of nvbench executables.
struct nvbench_stage_terms {
  nvbench_sides sides;
  gate_settings settings;
  std::uint64_t seed = 1;
  std::filesystem::path rounds_file = {};  ///< Receives every pair; empty: none.
  bool trust_device_code = false;          ///< Equal device code is enough, whatever the host's.
  progress_listener progress = [](const gate_progress&) {};
};

/// The timing stage of two nvbench executables: every point of both is a candidate, with a control
/// that compares the base with itself. Programs with equal device code and host code are not run:
/// none of their points can have become slower. Host code decides on launches, so equal device code
/// alone is not enough, unless the terms say so.
program_timing time_nvbench(nvbench_stage_terms terms);

}  // namespace warpmark::gate
