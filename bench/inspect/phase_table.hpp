#pragma once

#include <string>
#include <vector>

#include "bench/backends/observation.hpp"

namespace warpmark::inspect {

/// A table per launch whose phases differ from those of the previous launch: one row per phase (or
/// run of equal phases), one column per counter that differs between phases, and a line with the
/// constant counters. Instruction classes and the ideals are left out.
std::string phase_tables(const std::vector<launch_phases>& launches);

}  // namespace warpmark::inspect
