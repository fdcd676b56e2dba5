#pragma once

#include <optional>
#include <span>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

/// The median of one process with the interval that its samples give it, in any unit of time. No
/// interval, or one without width: its precision is unknown.
struct process_median {
  double median = 0;
  std::optional<interval> range = {};
};

/// The medians of several processes as one.
struct process_pool {
  double median = 0;   ///< Their geometric mean.
  interval range;      ///< 95 %, for the median of a process in the long run over processes.
  double between = 0;  ///< Relative standard deviation of the processes' long-run medians, …
  double within = 0;   ///< … and that which sampling adds to each median: its standard error.
};

/// The process is the unit of replication: samples of one process say nothing about the offset of
/// the next. The interval is Student's t on the logarithms of the medians, all with equal weight.
///
/// Weights by precision (random effects, Hartung & Knapp, Statistics in Medicine 20 (2001)
/// 3875-3889) are narrower where processes are unequally precise, but cover 66 to 92 % instead of
/// 95 % with 2 to 5 of them (docs/statistics.md); equal weights cover 95 % or more. `between` is
/// what `within` does not explain of the medians' variance, at least 0.
///
/// Throws std::invalid_argument for fewer than two medians, and for one that is not positive.
process_pool pool_processes(std::span<const process_median> processes, double confidence = 0.95);

}  // namespace warpmark::statistics
