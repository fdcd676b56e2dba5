#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::sampling {

/// How a warm-up went.
struct warm_up_report {
  std::size_t runs = 0;
  bool steady = false;               ///< Else it ended because its time was spent.
  double drift = 0;                  ///< Change over its newer half, relative to the median.
  double run_ns = 0;                 ///< Median of the newer half.
  std::size_t operations = 0;        ///< Of `prepare` and one `run`.
  std::vector<double> lost_ns = {};  ///< The runs that were so slow that no more is worth knowing.
};

/// Runs the work until its times show no trend (statistics::assess_steadiness) or `max_seconds` are
/// spent. The first run is never held back: a kernel's first launch may load code or grow local
/// memory, which waits for the queue. Where there is a time to beat it ends early if its first few
/// runs miss that by far.
warm_up_report warm_up(execution_timer& timer, const timed_work& work, double max_seconds,
                       std::optional<double> time_to_beat_ns = {});

}  // namespace warpmark::sampling
