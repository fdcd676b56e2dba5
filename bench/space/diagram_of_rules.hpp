#pragma once

#include <cstdint>
#include <vector>

#include "bench/space/decision_diagram.hpp"
#include "bench/space/factor_groups.hpp"
#include "bench/space/level_tuple.hpp"

namespace warpmark::spaces {

/// How often rules of one group may be asked: a minute or so.
inline constexpr std::uint64_t max_questions = 200'000'000;

/// The diagram of what the rules of a group allow, by the sizes of all axes, its layers in the
/// order of `group.axes`. A rule is asked as soon as its axes are set, and what lies below is
/// walked once for all settings that the rules still to come cannot tell apart. Throws space_error
/// beyond `max_questions`.
decision_diagram diagram_of_rules(const factor_group& group, std::span<const std::size_t> sizes,
                                  const std::vector<rule>& rules);

/// The diagram of the tuples given; sorts them. One may come twice.
decision_diagram diagram_of_list(std::vector<level_tuple>& members);

}  // namespace warpmark::spaces
