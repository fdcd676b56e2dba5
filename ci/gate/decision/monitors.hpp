#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/gate/decision/round_table.hpp"

namespace warpmark::gate {

// Tests for a bias in how the run was measured; warnings, never a verdict. Rounds are the
// replicates of both tests.

/// Whether pairs whose base went first differ from those whose head did: the medians of both groups
/// of each round, by Student's test at 1 %, reported from 0.1 %.
std::optional<std::string> order_effect(const round_table& rounds);

/// Whether most of the candidates that are not left out change in one direction: the share of each
/// round that is slower, by Student's test against one half at 1 %, reported from 60 %. A hundred
/// points that are all slightly slower indicate a bias rather than a hundred causes.
std::optional<std::string> one_sidedness(const timing_record& record, const round_table& rounds,
                                         const std::vector<bool>& left_out);

}  // namespace warpmark::gate
