#pragma once

#include "ci/gate/decision/evidence.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Whether stage 2 found a positive control: it would be a REGRESSION after adjustment over the
/// `confirmed` confirmed candidates.
bool is_found(const point_evidence& positive, std::size_t confirmed, double alpha);

/// Judges the run by its controls. An equal control counts as flagged if the screen flagged it and
/// its fresh rounds found it beyond its margin at alpha without any adjustment. The positive
/// control is found if it would be a REGRESSION after adjustment over all confirmed points.
///
/// `trouble` is set if the positive control was missed, or if more controls are flagged than a
/// share of max_flagged explains. With few controls the share alone would void a run for a single
/// flagged one, so the binomial probability of as many must also be below 1 %.
control_record judge_controls(const std::vector<point_evidence>& all,
                              const timing_settings& timing);

}  // namespace warpmark::gate
