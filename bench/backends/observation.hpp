#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/model/modelled_time.hpp"
#include "bench/statistics/interval.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// The access that a finding's access conflicts with.
struct finding_side {
  std::string file;
  int line = 0;
  extent3 block = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;
};

/// A rule of the programming model that a kernel broke (simt only).
struct finding {
  std::string kind;     ///< "out_of_bounds", "misaligned", "divergent_barrier", ...
  std::string message;  ///< One sentence with address, size and buffer.
  std::string kernel;
  std::string file;  ///< Source file, if line information is there.
  int line = 0;      ///< Source line, 0 if unknown.
  extent3 block = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;            ///< Bit mask of the lanes concerned.
  std::optional<finding_side> other;  ///< If two accesses conflict.
};

/// What block 0 of a launch did from each release of a block-wide barrier to the next (simt only,
/// if asked for; docs/counters.md). The last phase ends with the block.
struct launch_phases {
  std::string kernel;
  std::vector<std::map<std::string, std::uint64_t>> phases;  ///< Counters that are not zero.
  std::uint64_t left_out = 0;                                ///< Phases after these.
};

/// How a warm-up went: see sampling/warm_up.hpp.
struct warm_up_summary {
  std::size_t runs = 0;
  bool steady = false;
  double drift = 0;  ///< Change over its newer half, relative to the median.
};

/// What one measurement saw. Times on devices with a clock, counters on the interpreter.
struct observation {
  std::vector<double> samples_ns;  ///< Of one execution each, in the order taken.
  std::optional<statistics::interval> median_interval;  ///< In ns.
  double effective_samples = 0;                         ///< Independent ones that they are worth.
  std::size_t repeats = 1;  ///< Executions that a sample is the mean of.
  std::size_t dropped = 0;  ///< Samples left out because the machine said it was throttled.
  std::string stop_reason;  ///< "precision", "budget", "max_samples", "beaten", "exact".
  double busy_ns = 0;       ///< Of all executions, timed or not: what it cost the machine.
  std::optional<warm_up_summary> warm_up;
  std::map<std::string, std::uint64_t> counters;
  std::vector<launch_phases> phases;  ///< simt only, if asked for; in the order of the launches.
  std::vector<finding> findings;
  std::optional<model::modelled_time> modelled;  ///< simt only.
  std::optional<double> timer_floor_ns;          ///< The clock's own share of a sample.
  std::optional<double> timer_tick_ns;           ///< What it can tell apart.
  machine_state before;
  std::optional<machine_state> during;  ///< Clocks and throttle reasons alone.
  machine_state after;

  /// Of the samples, those of one tick of the clock spread over it; none without samples.
  std::optional<double> median_ns() const;

  /// Why there are no samples: one sentence.
  std::string why_no_samples() const;
};

}  // namespace warpmark
