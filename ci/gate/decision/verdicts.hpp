#pragma once

#include "ci/gate/decision/detectability.hpp"
#include "ci/gate/decision/evidence.hpp"
#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// The finding of a candidate or negative control, without its cause. `confirmed` is the number of
/// confirmed candidates, over which Holm adjusted.
gate_finding judge(const point_evidence& evidence, std::size_t confirmed,
                   const timing_settings& timing, t_table& table);

/// Whether stage 2 found the point slower beyond its margin, with this adjusted p-value.
bool is_slower(const point_evidence& evidence, double adjusted_p, double alpha);

/// Whether it found it faster.
bool is_faster(const point_evidence& evidence, double adjusted_p, double alpha);

}  // namespace warpmark::gate
