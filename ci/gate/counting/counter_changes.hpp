#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

using counters_by_name = std::map<std::string, std::uint64_t>;

/// The counters that differ, with what a growth means in words, unjudged and without places. A
/// counter that a map does not have is 0.
std::vector<change> counter_changes(const counters_by_name& base, const counters_by_name& head);

/// What it means that this counter grew: "bank conflicts: a request takes 32.0 wavefronts, 1.0
/// before". Empty for counters that say it by their name.
std::string cause_of_growth(const std::string& counter, const counters_by_name& base,
                            const counters_by_name& head);

}  // namespace warpmark::gate
