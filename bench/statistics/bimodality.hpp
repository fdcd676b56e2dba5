#pragma once

#include <span>

namespace warpmark::statistics {

struct bimodality_options {
  double resolution = 0;    ///< Tick of the timer, in the samples' unit; 0 for none.
  double min_gap = 0.01;    ///< Smallest distance of the modes, over the lower one.
  double min_share = 0.05;  ///< Smallest share of the samples in either mode.
};

struct bimodality {
  bool bimodal = false;
  double dip = 0;
  double lower_mode = 0;   ///< Medians of the two groups that fit the samples best, …
  double upper_mode = 0;   ///< … in the samples' unit.
  double upper_share = 0;  ///< Share of the samples in the upper group, 0..1.
  /// The states last for many samples, so that the share of each depends on when it was sampled.
  bool lasting = false;
};

/// Whether times come from two states of the machine. Three things must hold: Hartigan's dip test
/// rejects a single mode at 1 %; the samples cut in two by least squares (Fisher, J. American
/// Statistical Association 53 (1958) 789-798) have modes at least `min_gap` and three ticks
/// apart; and the smaller group is not just a few outliers. Skewed samples pass: skewness, unlike
/// in Sarle's coefficient, is not a second mode.
///
/// The states are lasting if the samples, in the order taken, come in long runs of either. A
/// mixture that is random from sample to sample, as of placements in memory, is not: its share and
/// its median are the same whenever it is sampled, and an interval by order statistics covers it.
///
/// A timer's ticks would be separate modes, so equal samples are first spread evenly over
/// `resolution`. Fewer than 10 samples are never called bimodal. Positive samples, at least one,
/// else std::invalid_argument.
bimodality assess_bimodality(std::span<const double> samples,
                             const bimodality_options& options = {});

}  // namespace warpmark::statistics
