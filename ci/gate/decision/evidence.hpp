#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ci/gate/decision/confirm.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/decision/screen.hpp"

namespace warpmark::gate {

/// Points with all their rounds. Those numbered from `first_confirming` on are stage 2's, and from
/// `first_extending` on those of its second look, which only points still undecided had.
struct timing_record {
  std::vector<timed_point> points;
  std::size_t first_confirming = static_cast<std::size_t>(-1);
  std::size_t first_extending = static_cast<std::size_t>(-1);

  round_span screening() const { return {0, first_confirming}; }
  round_span first_look() const { return {first_confirming, first_extending}; }
  round_span confirming() const { return {first_confirming}; }
};

/// All that is known of one point when it is judged.
struct point_evidence {
  const timed_point* point = nullptr;
  point_terms terms;
  std::optional<screened_point> screened;
  std::optional<confirmed_point> confirmed;
  round_span judged;          ///< The rounds that count: the confirming ones if there are any.
  std::size_t rounds = 0;     ///< Pairs of `judged` that count.
  std::size_t pairs = 0;      ///< Measured in all …
  std::size_t discarded = 0;  ///< … and discarded.
  double base_ns = 0;         ///< Medians over `judged`; 0 without pairs.
  double head_ns = 0;
  bool flagged = false;  ///< The screen found p < screen_p in either direction.

  double estimate() const;  ///< Log ratio; stage 2's if there is one. Needs either stage.
};

/// The evidence of every point, in their order: both stages' tests, adjusted by the controls, the
/// confirmations adjusted together over the candidates.
std::vector<point_evidence> gather_evidence(const timing_record& record,
                                            const gate_settings& settings);

/// How many candidates have been confirmed.
std::size_t confirmed_candidates(const std::vector<point_evidence>& all);

/// Only stage 1's, to choose what is confirmed.
std::vector<bool> flagged_by_screen(const timing_record& record, const gate_settings& settings);

}  // namespace warpmark::gate
