#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/live/tuned_problem.hpp"

namespace warpmark::tuning {

/// A config of a short list.
struct listed_config {
  std::size_t index = 0;   ///< In the given times.
  double probability = 0;  ///< That it is the fastest of all given ones on the card.
};

/// The configs to measure on a card, chosen by modelled times.
struct short_list {
  std::vector<listed_config> configs;  ///< By ascending modelled time.
  double coverage = 0;                 ///< The probability that the fastest is among them.
  double first_loss = 0;  ///< Expected: the first one's time over the fastest one's, less 1.
  double list_loss = 0;   ///< Expected: the time of the best of the list over it, less 1.
};

/// The `count` smallest of the modelled times. Losses and probabilities follow from the error of
/// the model: the logarithms of the times on the card are taken to be independent and normal around
/// those of the modelled ones, with the standard deviation `log_error`. Times are above zero.
short_list list_fastest(std::span<const double> modelled_ns, std::size_t count, double log_error);

/// The standard deviation of the logarithm of measured over modelled time, from the error that 90 %
/// are within, as a ratio from 1.
double log_error_of(double p90);

/// The key `short_list` of the journal's line of a tuned problem. Null if nothing was modelled.
journal::json short_list_json(const tuned_problem& tuned_problem, std::size_t count);

}  // namespace warpmark::tuning
