#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/backends/hardware_counters.hpp"
#include "bench/sampling/stop_reason.hpp"
#include "bench/statistics/interval.hpp"
#include "simt/finding.hpp"
#include "simt/launch_phases.hpp"
#include "simt/model/modelled_time.hpp"

namespace warpmark {

/// The result of a warm-up: see sampling/warm_up.hpp.
struct warm_up_summary {
  std::size_t runs = 0;
  bool steady = false;
  double drift = 0;  ///< Change over its newer half, relative to the median.
};

/// The lowest and the highest clock seen.
struct clock_span {
  std::uint64_t min_hz = 0;
  std::uint64_t max_hz = 0;
};

/// The data of one measurement: times on devices with a clock, counters on the interpreter.
struct observation {
  std::vector<double> samples_ns;                       ///< One execution each, in the order taken.
  std::optional<statistics::interval> median_interval;  ///< In ns.
  double effective_samples = 0;                         ///< Independent ones that they are worth.
  std::size_t repeats = 1;  ///< Executions that a sample is the mean of.
  std::size_t dropped = 0;  ///< Samples left out because the machine said it was throttled.
  std::optional<warpmark::stop_reason> stop_reason;
  double busy_ns = 0;  ///< Of all executions, timed or not: what it cost the machine.
  std::optional<warm_up_summary> warm_up;
  std::map<std::string, std::uint64_t> counters;
  std::optional<hardware_counters> profiled;  ///< Cards only, if requested.
  std::vector<launch_phases> phases;          ///< simt only, if requested; in launch order.
  std::vector<finding> findings;
  std::optional<model::modelled_time> modelled;  ///< simt only.
  bool sampled = false;                  ///< Some blocks ran only: there are no counters (simt).
  std::optional<double> timer_floor_ns;  ///< The overhead of the clock in a sample.
  std::optional<double> timer_tick_ns;   ///< The resolution of the clock.
  machine_state before;
  /// The SM clock of the last watched sample, and the throttle reasons of all of them.
  std::optional<machine_state> during;
  std::optional<clock_span> sm_clocks;  ///< Of all watched samples.
  bool host_bound = false;  ///< The card waited for the host in samples that were not held.
  machine_state after;

  /// The summary of the samples, with equal readings spread over a clock tick; empty without
  /// samples.
  std::optional<double> median_ns() const;

  /// Why there are no samples: one sentence.
  std::string why_no_samples() const;
};

}  // namespace warpmark
