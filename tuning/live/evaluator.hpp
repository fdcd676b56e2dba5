#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark::tuning {

/// The result of measuring a point once.
struct trial {
  warpmark::point point;
  std::string status;       ///< The journal's status: "ok", "wrong", …
  std::string reason = {};  ///< Why it is not ok.
  /// The median; on the interpreter the modelled time. If another objective is minimised, its
  /// value: see journal::objective_kind.
  std::optional<double> time_ns;
  double lo_ns = 0, hi_ns = 0;  ///< The 95 % interval; the median itself if there is none.
  bool beaten = false;          ///< Stopped because it was clearly slower: a time of few samples.
  double busy_s = 0;  ///< Execution time on the machine, including warm-up and verification.
  std::uint64_t interpreted_instructions = 0;  ///< Of warps, on the interpreter.
};

/// The part of a tuning that a measurement belongs to.
struct trial_label {
  std::string phase;      ///< "pilot", "search", "final" or "cross".
  std::size_t round = 0;  ///< The round of the finals, from 1.
};

/// The tuning was interrupted; completed measurements are in the journal.
struct tuning_interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Measures the points of a tuning.
class evaluator {
 public:
  virtual ~evaluator() = default;

  /// A trial for each point, in their order. Throws tuning_interrupted.
  virtual std::vector<trial> measure(const std::vector<point>& points,
                                     const measuring_options& measuring_options,
                                     const trial_label& label) = 0;

  /// Points that may be measured next, the likeliest first. An evaluator may compile them in idle
  /// time; results do not depend on it.
  virtual void expect(const std::vector<point>&) {}

  /// Later points are measured in fresh processes.
  virtual void start_afresh() = 0;
};

}  // namespace warpmark::tuning
