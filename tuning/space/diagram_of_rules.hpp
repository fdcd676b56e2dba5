#pragma once

#include <cstdint>
#include <vector>

#include "tuning/space/decision_diagram.hpp"
#include "tuning/space/factor_groups.hpp"

namespace warpmark::tuning {

/// How often rules of one group may be asked: a minute or so.
inline constexpr std::uint64_t most_questions = 200'000'000;

/// The diagram of what the rules of a group allow, its layers in the order of `group.axes`. A rule
/// is asked as soon as its axes are set, and what lies below is walked once for all settings that
/// the rules still to come cannot tell apart. Throws tuning_error beyond `most_questions`.
decision_diagram diagram_of_rules(const factor_group& group, const std::vector<space_axis>& axes,
                                  const std::vector<rule>& rules);

/// The diagram of the tuples given; sorts them. One may come twice.
decision_diagram diagram_of_list(std::vector<level_tuple>& members);

}  // namespace warpmark::tuning
