#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/gate/decision/round_table.hpp"

namespace warpmark::gate {

// Alarms of a bias in how the run was measured; warnings, never a verdict. Both test over rounds.

/// Whether pairs whose base went first differ from those whose head did: the medians of both groups
/// of each round, by Student's test at 1 %, told from 0.1 % on.
std::optional<std::string> order_effect(const round_table& rounds);

/// Whether the candidates that are not left out lean to one side: the share of each round that is
/// slower, by Student's test against one half at 1 %, told from 60 % on. A hundred points that are
/// all a little slower, and none faster, are more often a bias than a hundred causes.
std::optional<std::string> one_sidedness(const timing_record& record, const round_table& rounds,
                                         const std::vector<bool>& left_out);

}  // namespace warpmark::gate
