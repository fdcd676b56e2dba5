#pragma once

#include <cstdint>
#include <vector>

#include "bench/space/decision_diagram.hpp"
#include "bench/space/factor_groups.hpp"
#include "bench/space/level_tuple.hpp"

namespace warpmark::spaces {

/// The maximum number of rule evaluations of one group: about a minute.
inline constexpr std::uint64_t max_questions = 200'000'000;

/// The diagram of the tuples that the rules of a group allow, by the sizes of all axes, with layers
/// in the order of `group.axes`. A rule is evaluated as soon as its axes are set. Settings that the
/// remaining rules cannot distinguish share their continuations. Throws space_error beyond
/// `max_questions`.
decision_diagram diagram_of_rules(const factor_group& group, std::span<const std::size_t> sizes,
                                  const std::vector<rule>& rules);

/// The diagram of the given tuples, which it sorts. Duplicates are allowed.
decision_diagram diagram_of_list(std::vector<level_tuple>& members);

}  // namespace warpmark::spaces
