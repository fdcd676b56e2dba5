#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "ci/gate/decision/evidence.hpp"

namespace warpmark::gate {

/// A valid pair of a round.
struct round_entry {
  std::size_t point = 0;  ///< Its index.
  double log_ratio = 0;   ///< Adjusted by the round's controls.
  bool base_first = true;
};

/// The screening rounds by their number, for tests over many points.
///
/// Tests over many points use rounds as their replicates, not points: the residual of a round's
/// common shift after adjustment is in all its points, so they are not independent.
using round_table = std::map<std::size_t, std::vector<round_entry>>;

round_table screening_rounds(const timing_record& record);

}  // namespace warpmark::gate
