#pragma once

#include "ci/gate/decision/evidence.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Whether stage 2 found a positive control: it would be a REGRESSION however many candidates,
/// `confirmed`, were confirmed beside it.
bool is_found(const point_evidence& positive, std::size_t confirmed, double alpha);

/// What the controls say of the run. An equal control counts as flagged if the screen picked it and
/// its fresh rounds found it beyond its margin at alpha without any adjustment. The positive
/// control is found if it would be a REGRESSION however many points were confirmed beside it.
///
/// `trouble` is set if the positive control was missed, or if more controls are flagged than a
/// share of max_flagged explains: with so few of them, the share alone would void a run for a
/// single one, so the binomial probability of as many has to be below 1 %.
control_record judge_controls(const std::vector<point_evidence>& all,
                              const timing_settings& timing);

}  // namespace warpmark::gate
