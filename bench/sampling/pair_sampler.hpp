#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::sampling {

/// The order of the samples of two works, A and B. Blocked is the order of tools without pairs,
/// available for comparison.
enum class pair_order { alternating /*AB BA AB BA*/, blocked /*A … A B … B*/ };

/// Options for the comparison of two works.
struct pair_options {
  std::size_t pairs = 20;
  bool first_leads = true;  ///< Whether the first pair starts with the first work.
  pair_order order = pair_order::alternating;
  bool may_repeat = false;  ///< As in measuring_options.
  /// Wall time, including warm-up, after which no further pair is started.
  double max_seconds = 2;
  std::function<void()> before_pair = [] {
  };  ///< Called before each pair, to give both samples the same conditions.
  /// False: the warm-up is a fixed number of executions, as in simple tools.
  bool until_steady = true;
};

/// The samples of one of two works.
struct pair_side {
  std::vector<double> samples_ns;      ///< Of one execution each, in the order taken.
  std::vector<double> sm_clocks_hz;    ///< One per watched sample.
  std::uint64_t throttle_reasons = 0;  ///< Union of all observed reasons.
};

/// Samples of two works under the same conditions. Both have the same number.
struct pair_observation {
  pair_side first;
  pair_side second;
  std::size_t repeats = 1;  ///< Executions per sample; a sample is their mean.
  std::size_t dropped = 0;  ///< Pairs dropped because the device reported throttling.
  timer_limits limits;
  machine_state before;
  machine_state after;
};

/// Samples both works in alternating order, AB BA AB BA …, so that drift affects both equally
/// (Laaber et al., Empirical Software Engineering 24 (2019); Bulej et al., ICPE 2020: duet
/// benchmarking). Both are warmed up first, in the order of sampling. A pair with a throttled
/// sample is dropped. Throws what the timer and the works throw.
pair_observation sample_pairs(execution_timer& timer, const timed_work& first,
                              const timed_work& second, const pair_options& options);

}  // namespace warpmark::sampling
