#pragma once

#include <string>

#include "bench/inspect/inspection.hpp"
#include "bench/inspect/report.hpp"

namespace warpmark::inspect {

/// The sources of a launch annotated with counters per line, like the source page of a profiler:
/// warp instructions with their share, active lanes per instruction, global sectors, shared
/// wavefronts and their excess over the ideal, atomics, divergent branches. The hottest line is
/// marked '>'. Regions without counts are left out unless `lines` is listing::whole. "" if the
/// launch was not counted by line.
std::string annotated_source(const inspection& seen, const launch_outcome& launch, listing lines);

}  // namespace warpmark::inspect
