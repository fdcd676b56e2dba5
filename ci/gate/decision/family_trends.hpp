#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/round_table.hpp"

namespace warpmark::gate {

/// Warns of small slow-downs that a family's points share and that no point shows alone; never a
/// verdict. For each family of at least three such points: Student's test that the rounds' medians
/// over the family are above 0, Benjamini-Hochberg at 5 % over the families. Shifts under 0.2 % are
/// not reported. `left_out` are points that have a verdict of their own.
///
/// Summing the points' z values (Stouffer) would count the round's common residual as evidence.
std::vector<std::string> family_trends(const timing_record& record, const round_table& rounds,
                                       const std::vector<bool>& left_out);

}  // namespace warpmark::gate
