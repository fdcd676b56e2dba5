#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::sampling {

/// In which order samples of two works, A and B, are taken. Blocked is how tools without pairs do
/// it; here it only serves to show what that costs.
enum class pair_order { alternating /*AB BA AB BA*/, blocked /*A … A B … B*/ };

/// How to take the samples of two works against each other.
struct pair_options {
  std::size_t pairs = 20;
  bool first_leads = true;  ///< Whether the first pair's first sample is of the first work.
  pair_order order = pair_order::alternating;
  bool may_repeat = false;  ///< As in measuring_options.
  double max_seconds = 2;   ///< Wall time, warm-up included, after which no further pair is begun.
  std::function<void()> before_pair = [] {};  ///< So that both samples meet the same conditions.
  bool until_steady = true;  ///< False: only some executions are a warm-up, as in simple tools.
};

/// What was seen of one of two works.
struct pair_side {
  std::vector<double> samples_ns;      ///< Of one execution each, in the order taken.
  std::vector<double> sm_clocks_hz;    ///< As often as the machine was looked at.
  std::uint64_t throttle_reasons = 0;  ///< All that were seen.
};

/// Samples of two works under the same conditions. Both have equally many.
struct pair_observation {
  pair_side first;
  pair_side second;
  std::size_t repeats = 1;  ///< Executions that a sample is the mean of.
  std::size_t dropped = 0;  ///< Pairs left out because the machine said it was throttled.
  timer_limits limits;
  machine_state before;
  machine_state after;
};

/// Samples of both works, one after the other, AB BA AB BA …, so that whatever drifts hits both
/// alike (Laaber et al., Empirical Software Engineering 24 (2019); Bulej et al., ICPE 2020: duet
/// benchmarking). Both are warmed up before, in the same order as they are sampled. A pair of which
/// one sample was throttled is dropped whole. Throws what the timer and the works throw.
pair_observation sample_pairs(execution_timer& timer, const timed_work& first,
                              const timed_work& second, const pair_options& options);

}  // namespace warpmark::sampling
