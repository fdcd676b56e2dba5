#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/merge/journal_merge.hpp"

namespace warpmark {

/// What of the merged sweeps was not measured.
struct missing_summary {
  std::uint64_t points = 0;        ///< As far as the plans are known.
  std::uint64_t shards = 0;        ///< To run again as a whole.
  std::vector<std::string> notes;  ///< Why a plan is not known.

  bool is_complete() const { return points == 0 && shards == 0; }
};

/// Calls `see` with what to run: "shard 3/16" for a shard that was not begun, or whose plan cannot
/// be made again (a tuning's; one of a kernels file that is gone), else the key of each point, as
/// `run --points` reads it; before those of a sweep a comment with its arguments. A sweep of which
/// all shards came to an end has nothing missing.
missing_summary find_missing(const journal::journal_merge& merged,
                             const std::function<void(const std::string& line)>& see);

}  // namespace warpmark
