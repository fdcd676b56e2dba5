#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/round_table.hpp"

namespace warpmark::gate {

/// Small slow-downs that a family's points share and none of them shows alone, as warnings: never a
/// verdict. Per family of at least three such points, Student's test that the rounds' medians over
/// the family lie above 0, Benjamini-Hochberg at 5 % over the families; shifts under 0.2 % are
/// not worth a word. `left_out` are points that have a verdict of their own.
///
/// Adding up the points' z values (Stouffer) would take the round's common remainder for evidence.
std::vector<std::string> family_trends(const timing_record& record, const round_table& rounds,
                                       const std::vector<bool>& left_out);

}  // namespace warpmark::gate
