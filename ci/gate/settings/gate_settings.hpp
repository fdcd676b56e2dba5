#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ci/gate/verdict.hpp"

namespace warpmark::gate {

/// How much a quantity may grow without being a regression: by the larger of both.
struct tolerance {
  double relative = 0;  ///< 0.01 is 1 %.
  double absolute = 0;  ///< In the quantity's unit.
  bool allows(double base, double head) const;
  bool operator==(const tolerance&) const = default;
};

/// Settings of the timing stage.
struct timing_settings {
  double min_effect = 0.01;   ///< The margin of equality, relative …
  double floor_ns = 200;      ///< … but no less than this time, the resolution of the machine.
  double pass_margin = 0.02;  ///< PASS: shown not slower than this, relative.
  double alpha = 0.05;        ///< Probability of any false REGRESSION in the suite.
  double screen_p = 0.10;     ///< Points below it in the screen are confirmed.
  std::size_t screen_rounds = 5;
  std::size_t confirm_rounds = 15;
  std::size_t random_confirmed =
      5;  ///< Points that are confirmed although the screen did not flag them.
  std::size_t pairs_per_round = 50;
  double planted = 0.03;        ///< Slow-down of the positive control.
  double collapse = 0.30;       ///< A larger speed-up without explanation is SUSPECT.
  double max_discarded = 0.20;  ///< Share of discarded pairs above which a point is INVALID.
  double max_flagged = 0.05;    ///< Share of flagged negative controls that voids the run.
  double budget_s = 0;          ///< 0: none.
  bool operator==(const timing_settings&) const = default;
};

/// Overrides for the points that `match` names; later ones win.
struct point_override {
  std::string match;  ///< Glob over the point's key or "family/variant".
  std::map<std::string, tolerance> tolerances = {};
  std::map<std::string, double> timing = {};  ///< min_effect, floor_ns, pass_margin.
  bool operator==(const point_override&) const = default;
};

/// The contents of gate.toml, or its defaults (docs/gate_settings.md lists every key).
struct gate_settings {
  std::vector<std::string> architectures = {"sm_90"};  ///< Of the static stage.
  std::map<std::string, tolerance> tolerances;  ///< By quantity; an absent quantity may not grow.
  std::set<std::string> informative;            ///< Quantities that are shown and never judged.
  std::set<verdict> fail_on = {verdict::regression, verdict::missing, verdict::invalid,
                               verdict::suspect};
  timing_settings timing;
  std::vector<point_override> overrides;
  bool operator==(const gate_settings&) const = default;
};

}  // namespace warpmark::gate
