#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

using counters_by_name = std::map<std::string, std::uint64_t>;

/// The counters that differ, each with a sentence on what its growth means, unjudged and without
/// places. A counter missing from a map is 0.
std::vector<change> counter_changes(const counters_by_name& base, const counters_by_name& head);

/// What the growth of this counter means: "bank conflicts: 32.0 wavefronts where 1 would do, 1.0
/// before". Empty for counters whose name is sufficient.
std::string cause_of_growth(const std::string& counter, const counters_by_name& base,
                            const counters_by_name& head);

}  // namespace warpmark::gate
