#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

struct stopping_options {
  double precision = 0.01;      ///< Asked half-width of the interval over the median; 0.01 is 1 %.
  double confidence = 0.95;     ///< What the interval shall cover after stopping.
  std::size_t first_look = 20;  ///< Samples taken in any case.
  double growth = 1.25;         ///< Samples at one look over those at the look before.
};

/// The sequential rule for the median: take samples up to next_look(), look(), until done().
///
/// To look after every sample and stop at the first interval that happens to be narrow costs a 95 %
/// interval about two points of its coverage (docs/statistics.md has the simulation). This rule
/// looks at geometric sizes; the look after the first precise one is the last, so that a fifth of
/// the samples played no part in the choice; and it takes a tenth off each interval's risk (95.5 %
/// for 95 %). So 94.5 to 96 % are covered.
///
/// Chow & Robbins, Annals of Mathematical Statistics 36 (1965) 457-462, for intervals of fixed
/// width, whose coverage is right only as the width goes to 0; Jennison & Turnbull, Group
/// Sequential Methods (2000), chapter 2, for what repeated looks cost.
class median_stopping_rule {
 public:
  /// Throws std::invalid_argument for precision <= 0, growth <= 1 or confidence not between 0
  /// and 1.
  explicit median_stopping_rule(const stopping_options& options = {});

  std::size_t next_look() const { return next_look_; }
  bool done() const { return stage_ == stage::done; }

  /// The interval of the median of all samples so far, to be reported if sampling ends here, by
  /// done() or for want of time. Its `confidence` is the one asked, or less with under 6 samples.
  /// `effective_size`: how many independent samples they are worth (effective_sample_size), by
  /// which the interval is widened, and at least 20 before the end; 0: all of them.
  /// Throws std::invalid_argument for no samples and for one that is not finite.
  interval look(std::span<const double> samples, double effective_size = 0);

 private:
  enum class stage { searching, confirming, done };

  stopping_options options_;
  std::size_t next_look_;
  stage stage_ = stage::searching;
};

}  // namespace warpmark::statistics
