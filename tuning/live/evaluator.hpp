#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark::tuning {

/// What came of measuring a point once.
struct trial {
  warpmark::point point;
  std::string status;             ///< As the journal has it: "ok", "wrong", …
  std::string reason = {};        ///< Why it is not ok.
  std::optional<double> time_ns;  ///< The median; on the interpreter the modelled time.
  double lo_ns = 0, hi_ns = 0;    ///< Of its 95 % interval; the median itself if it has none.
  bool beaten = false;            ///< Given up as slower: a time of few samples.
  double busy_s = 0;              ///< That the machine executed it, warm-up and proof included.
};

/// Which part of a tuning a measurement belongs to.
struct trial_label {
  std::string phase;      ///< "pilot", "search", "final" or "cross".
  std::size_t round = 0;  ///< Of the finals, from 1 on.
};

/// Somebody wants no more: what is measured already is in the journal.
struct tuning_interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a tuning has its points measured.
class evaluator {
 public:
  virtual ~evaluator() = default;

  /// A trial for each point, in their order. Throws tuning_interrupted.
  virtual std::vector<trial> measure(const std::vector<point>& points,
                                     const measuring_options& measuring_options,
                                     const trial_label& label) = 0;

  /// Points that may be wanted next, the likeliest first. Whoever compiles for `measure` may begin
  /// with them where it has nothing better to do; nothing that is measured depends on it.
  virtual void expect(const std::vector<point>&) {}

  /// What is measured from here on is measured in fresh processes.
  virtual void start_afresh() = 0;
};

}  // namespace warpmark::tuning
