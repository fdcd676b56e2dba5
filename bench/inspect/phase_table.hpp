#pragma once

#include <string>
#include <vector>

#include "bench/backends/observation.hpp"

namespace warpmark::inspect {

/// For each launch whose phases are not those of the one before: a row for each phase (or run of
/// equal phases), a column for each counter that is not the same in all of them, and a line with
/// those that are. Instruction classes and the ideals are left out.
std::string phase_tables(const std::vector<launch_phases>& launches);

}  // namespace warpmark::inspect
