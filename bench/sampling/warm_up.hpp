#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::sampling {

/// The result of a warm-up.
struct warm_up_report {
  std::size_t runs = 0;
  bool steady = false;         ///< False: it ended at its time limit.
  double drift = 0;            ///< Change over its newer half, relative to the median.
  double run_ns = 0;           ///< Median of the newer half.
  std::size_t operations = 0;  ///< Operations of `prepare` and one `run`.
  /// The runs, if they were clearly slower than the time to beat.
  std::vector<double> lost_ns = {};
};

/// Runs the work until its times show no trend (statistics::assess_steadiness) or `max_seconds` are
/// over. The first run is never held: a kernel's first launch may load code or grow local memory,
/// which waits for the queue. With a time to beat it ends early if its first few runs are clearly
/// slower.
warm_up_report warm_up(execution_timer& timer, const timed_work& work, double max_seconds,
                       std::optional<double> time_to_beat_ns = {});

}  // namespace warpmark::sampling
