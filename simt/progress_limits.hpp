#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace warpmark::simt {

/// When a launch counts as one that never ends. Off by default.
struct progress_limits {
  /// CPU time of a host thread in which none of its blocks ends, and no other progress is seen.
  double seconds = std::numeric_limits<double>::infinity();
  /// Warp instructions that a block may take if its loops are seen to end; at least 8 per byte of
  /// memory that is allocated.
  std::uint64_t block_instructions = std::uint64_t{1} << 31;
  std::function<double()> now = {};  ///< The clock, in seconds; empty: the thread's CPU time.
  std::string advice = {};           ///< Ends the message, e.g. names an option.
};

}  // namespace warpmark::simt
