#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/selection.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/timing/process_rounds.hpp"
#include "ci/gate/timing/rounds_file.hpp"
#include "ci/gate/timing/subjects.hpp"
#include "ci/gate/timing/timing_stage.hpp"
#include "ci/gate/trials/recorded_rounds.hpp"

namespace warpmark::gate {

/// A point with a calibrated slow-down in the head.
struct slowed_point {
  round_subject subject;  ///< With its planted steps.
  double slowdown = 0;    ///< The target.
  bool found = false;     ///< Whether a number of steps reached the target.
};

/// The bias measured from pairs with equal sides.
struct order_bias_on_card {
  double bias = 0;   ///< Mean absolute value of the points' mean log ratios; 0 is expected.
  double error = 0;  ///< Mean of the points' standard errors, over rounds.
  std::vector<std::pair<std::string, double>> points = {};  ///< Each point's key and mean.
};

/// Runs the gate on a card with known slow-downs: both sides have this program's own kernels, or
/// those of a kernels file, and a side is only slower where work was planted.
class device_trial {
 public:
  /// Opens the card and takes the selection's points, of the built-in kernels, or of `file`: a
  /// kernels file or a plugin. Throws usage_error for a selection without points or a file of
  /// rounds that cannot be written, std::runtime_error without a card.
  device_trial(timing_terms terms, const selection& selection, const std::string& file,
               std::size_t pairs_per_round);

  const card& device() const { return device_; }
  std::size_t points() const { return points_.size(); }

  /// A/A: every point is a candidate, and none is slower. Of the suites of one device_trial, only
  /// the last one may be measured: the file of rounds continues with it.
  synthetic_suite unchanged(const timing_settings& timing, std::uint64_t seed) const;

  /// Calibrates planted work: finds for every point the number of steps that makes it slower by
  /// each of `slowdowns`, in at most `rounds` fresh rounds.
  std::vector<slowed_point> calibration(const std::vector<double>& slowdowns,
                                        std::size_t rounds) const;

  /// A suite of the points whose calibration succeeded.
  synthetic_suite slowed(const std::vector<slowed_point>& points, const timing_settings& timing,
                         std::uint64_t seed) const;

  /// See plant_in_rounds: for plugins, which have no source that work could be planted into.
  std::vector<recorded_row> planted(const std::vector<double>& slowdowns,
                                    const gate_settings& settings, std::uint64_t seed) const;

  /// The apparent difference of calibrators from themselves, one per resource, right after the card
  /// was heated for `heat_s`, with `pairs` samples of each side in this order.
  order_bias_on_card bias(sampling::pair_order order, double heat_s, std::size_t pairs,
                          std::size_t rounds) const;

 private:
  round_terms round_terms_of(std::uint64_t seed) const;
  round_listener listener_of(
      std::size_t points) const;  // Begins a new run in the file, if there is one.
  synthetic_suite suite_of(timing_subjects subjects, std::vector<double> slowdowns,
                           std::uint64_t seed) const;

  timing_terms terms_;
  scratch_folder scratch_;
  round_sides sides_;
  std::size_t pairs_per_round_;
  std::unique_ptr<rounds_file> file_;  ///< Null if not requested.
  card device_;
  std::vector<round_subject> points_;
};

}  // namespace warpmark::gate
