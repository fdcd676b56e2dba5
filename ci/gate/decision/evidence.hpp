#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ci/gate/decision/confirm.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/decision/screen.hpp"

namespace warpmark::gate {

/// Points with all their rounds. Rounds from number `first_confirming` belong to stage 2, those
/// from `first_extending` to its second look, which only undecided points get.
struct timing_record {
  std::vector<timed_point> points;
  std::size_t first_confirming = static_cast<std::size_t>(-1);
  std::size_t first_extending = static_cast<std::size_t>(-1);

  round_span screening() const { return {0, first_confirming}; }
  round_span first_look() const { return {first_confirming, first_extending}; }
  round_span confirming() const { return {first_confirming}; }
};

/// The data by which one point is judged.
struct point_evidence {
  const timed_point* point = nullptr;
  point_terms terms;
  std::optional<screened_point> screened;
  std::optional<confirmed_point> confirmed;
  round_span judged;          ///< The rounds used: the confirming ones if there are any.
  std::size_t rounds = 0;     ///< Valid pairs of `judged`.
  std::size_t pairs = 0;      ///< Measured in all …
  std::size_t discarded = 0;  ///< … and discarded.
  double base_ns = 0;         ///< Medians over `judged`; 0 without pairs.
  double head_ns = 0;
  std::string_view controls = "none";  ///< By which it was adjusted in `judged`.
  bool flagged = false;                ///< The screen found p < screen_p in either direction.

  double estimate() const;  ///< Log ratio; stage 2's if there is one. Needs either stage.
};

/// The evidence of every point, in the points' order: both stages' tests, adjusted by the controls;
/// the confirmations are adjusted over all candidates.
std::vector<point_evidence> gather_evidence(const timing_record& record,
                                            const gate_settings& settings);

/// The number of confirmed candidates.
std::size_t confirmed_candidates(const std::vector<point_evidence>& all);

/// Flags of stage 1 alone, to choose the points to confirm.
std::vector<bool> flagged_by_screen(const timing_record& record, const gate_settings& settings);

}  // namespace warpmark::gate
