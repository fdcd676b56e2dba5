#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/gate/verdict.hpp"

namespace warpmark::gate {

/// The three stages, in the order in which they run.
enum class gate_stage { statics, counting, timing };

inline constexpr std::array all_stages = {gate_stage::statics, gate_stage::counting,
                                          gate_stage::timing};

/// "static", "counting", "timing".
std::string_view name(gate_stage stage);

/// A line of a source, for annotations. The file is relative to the root of the compared tree.
struct source_place {
  std::string file;  ///< Empty if unknown.
  int line = 0;      ///< From 1; 0 if unknown.
  bool operator==(const source_place&) const = default;
};

/// One quantity before and after.
struct change {
  std::string quantity;  ///< Its name in docs/counters.md or the journal: "shared_wavefronts".
  std::string unit;      ///< "B", "ns", or empty for a count.
  double base = 0;
  double head = 0;
  std::string
      why;  ///< Its meaning: "bank conflicts: 32.0 wavefronts where 1 would do, 1.0 before".
  bool judged = false;  ///< Beyond its tolerance: one of the reasons of the verdict.
  source_place place;   ///< Its origin, if known.
};

/// The timing stage's result for a point. Ratios are head over base: above 1 is slower.
struct timing_effect {
  double base_ns = 0;  ///< Medians over the confirming rounds, else the screening ones.
  double head_ns = 0;
  double ratio = 1;
  double ratio_low = 1;  ///< The 95 % interval.
  double ratio_high = 1;
  double margin = 0;      ///< Margin of equality, relative: 0.01 is 1 %.
  double p_value = 1;     ///< One-sided, against "not beyond the margin".
  double adjusted_p = 1;  ///< After Holm over the confirmed points.
  std::optional<double>
      detectable;  ///< The smallest relative slow-down that this run could detect.
  std::optional<std::size_t>
      missing_rounds;  ///< The estimated number of further rounds needed to decide.
  std::size_t rounds = 0;
  std::size_t discarded_pairs = 0;
  /// By which it was adjusted: "memory", "compute", "latency", "all" or "none"; absent in old
  /// files.
  std::optional<std::string> controls;
  std::string cause;  ///< "more cycles", "lower clock", "launch overhead", "environment" or empty.
};

/// The result of one stage for one subject.
struct gate_finding {
  gate_stage stage = gate_stage::statics;
  std::string subject;  ///< A point's key; in the static stage "file: expression on sm_90".
  std::string family;
  std::string variant;
  verdict outcome = verdict::unchanged;
  std::string reason;  ///< One sentence, with numbers.
  std::vector<change> changes = {};
  source_place place = {};  ///< The most relevant source line.
  std::optional<timing_effect> effect = {};
  double impact_ns = 0;  ///< The cost of the change per execution, for sorting; 0 if unknown.
};

}  // namespace warpmark::gate
