#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/timing/process_rounds.hpp"
#include "ci/gate/timing/subjects.hpp"
#include "ci/gate/timing/timing_stage.hpp"
#include "ci/gate/trials/suite_trials.hpp"

namespace warpmark::gate {

/// A point whose head was dialled to be slower.
struct dialled_point {
  std::string key;
  double slowdown = 0;  ///< As wanted.
  std::uint64_t planted_steps = 0;
  bool found = false;  ///< Else no number of steps came near it.
};

/// What a sequence of pairs with equal sides came to.
struct order_bias_on_card {
  double bias = 0;     ///< Mean log ratio over rounds and points; 0 would be right.
  double largest = 0;  ///< Of a single point, in magnitude.
  std::size_t points = 0;
};

/// A card on which the gate is tried against the truth: this program's own kernels, or those of a
/// kernels file, are both sides, and a side is only slower where work was planted.
class card_laboratory {
 public:
  /// Opens the card and takes the points that the selection means there. `listener` hears of every
  /// pair. Throws usage_error for a selection without points, std::runtime_error without a card.
  card_laboratory(timing_terms terms, const selection& wanted, const std::string& kernels_file,
                  std::size_t pairs_per_round, round_listener listener = {});

  const card& device() const { return device_; }
  const std::vector<std::string>& keys() const { return keys_; }

  /// A/A: every point is a candidate, and none is slower.
  known_suite unchanged(const timing_settings& timing, std::uint64_t seed) const;

  /// Finds for every point the work that makes it slower by `slowdown`, in at most `rounds` fresh
  /// rounds of all points.
  std::vector<dialled_point> dial(double slowdown, std::size_t rounds) const;

  /// Points that were dialled, and found.
  known_suite slowed(const std::vector<dialled_point>& points, const timing_settings& timing,
                     std::uint64_t seed) const;

  /// What equal sides seem to differ by while the card warms up, in this order of samples: each
  /// round follows `idle_s` without work, in which the card cools.
  order_bias_on_card bias(sampling::pair_order order, std::size_t rounds, double idle_s) const;

 private:
  round_terms round_terms_of(std::uint64_t seed) const;
  known_suite suite_of(timing_subjects subjects, std::vector<double> slowdowns,
                       std::uint64_t seed) const;

  timing_terms terms_;
  scratch_folder scratch_;
  round_sides sides_;
  std::size_t pairs_per_round_;
  round_listener listener_;
  card device_;
  std::vector<std::string> keys_;
};

}  // namespace warpmark::gate
