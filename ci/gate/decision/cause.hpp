#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/evidence.hpp"
#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// Why a point's time changed, from the clocks recorded in the rounds that it is judged by: change
/// of log time = change of log cycles - change of log SM clock.
///
/// "more cycles" or "fewer cycles" if cycles are over half of the change. Otherwise the clock is:
/// "environment" if the sides also differ in temperature by over 3 K or in power by over 10 %, or
/// if over a tenth of the pairs were discarded, else "lower clock" or "higher clock". Empty without
/// recorded clocks.
std::string cause_of(const point_evidence& evidence);

/// Changes the cause to "launch overhead" for changed points of a variant whose change in
/// nanoseconds does not depend on their size: under 500 ns each, of kernels under 100 us, within a
/// factor of two of each other at base times over a factor of two apart.
void find_launch_overheads(std::vector<gate_finding>& findings);

}  // namespace warpmark::gate
