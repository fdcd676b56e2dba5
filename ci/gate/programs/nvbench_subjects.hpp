#pragma once

#include <string>
#include <vector>

#include "ci/gate/programs/nvbench_discovery.hpp"
#include "ci/gate/programs/nvbench_rounds.hpp"
#include "ci/gate/verdict.hpp"

namespace warpmark::gate {

/// A point that cannot be compared, with its verdict.
struct one_sided_point {
  std::string key, benchmark;
  verdict outcome;
  std::string why;
};

/// INVALID: the head's process fails in its benchmark. MISSING: the head lacks or skips it. NEW:
/// the base lacks or skips it. What both skip is left out.
std::vector<one_sided_point> one_sided_points(const nvbench_discovery& base,
                                              const nvbench_discovery& head);

/// The points of a timing run in two forms: for the decision and for the measurement.
struct nvbench_subjects {
  std::vector<timed_point> points;
  std::vector<nvbench_subject> measured;
};

/// A candidate for each point that both sides ran, and a control for each: the base against itself.
nvbench_subjects nvbench_subjects_of(const nvbench_discovery& base, const nvbench_discovery& head);

}  // namespace warpmark::gate
