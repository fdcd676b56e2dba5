#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "ci/gate/decision/evidence.hpp"

namespace warpmark::gate {

/// A counting pair of a round.
struct round_entry {
  std::size_t point = 0;  ///< Its index.
  double log_ratio = 0;   ///< Adjusted by the round's controls.
  bool base_first = true;
};

/// The screening rounds by their number, for what report_rules many points at once.
///
/// Tests over many points have to take rounds as their replicates, not points: what the controls'
/// median left of a round's common shift is in all its points, so thousands of them know little
/// more of it than one.
using round_table = std::map<std::size_t, std::vector<round_entry>>;

round_table screening_rounds(const timing_record& record);

}  // namespace warpmark::gate
