#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/statistics/interval.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// The points of one problem that remain after a search.
struct contest {
  std::vector<point> finalists;       ///< At least one, unless there is an incumbent.
  std::vector<point> bases = {};      ///< Defaults of the finalists' variants: a variant's is kept
                                      ///< where nothing of that variant is better.
  std::optional<point> library = {};  ///< The library, which the winner is compared with.
  std::optional<point> incumbent =
      {};  ///< The config in use: the fastest of the others challenges it.
};

struct finals_options {
  std::size_t rounds = 6;  ///< The smallest number whose order statistics give a 95 % interval.
  std::size_t more = 12;   ///< The maximum for contests still in doubt after them.
  measuring_options measuring = {};
  double margin = 0.01;  ///< Times that differ by less count as equal.
};

/// A ratio of times, paired round by round: the median over rounds with its interval.
struct speed_up {
  double median = 1;
  statistics::interval of_median = {};
};

/// An incumbent and the fastest of the others.
struct challenge {
  std::optional<double>
      incumbent_ns;         ///< Median over rounds; nullopt if it did not run correctly …
  std::string trouble;      ///< … and why.
  std::optional<point> by;  ///< nullopt if no other ran correctly.
  double by_ns = 0;
  std::optional<speed_up> faster;  ///< The incumbent's times over the challenger's.
};

struct final_result {
  point winner;
  double time_ns = 0;                 ///< Median over rounds; of the objective, as in trials.
  std::optional<point> base;          ///< The default of the winner's variant, if it took part.
  bool base_kept = false;             ///< No config was faster by more than the margin.
  std::size_t equals = 0;             ///< Finalists within the margin of the fastest, including it.
  std::optional<speed_up> over_base;  ///< From the rounds of the finals alone.
  std::optional<speed_up> over_library;
  std::optional<challenge> challenged = {};  ///< Set if there is an incumbent.
  std::vector<trial> trials;                 ///< All trials of the finals, by round.
};

/// The number of points of a contest in its first round.
std::size_t runners_of(const contest& contest);

/// Measures the finalists of several problems again in rounds, each in fresh processes and in a new
/// order, and selects by these rounds alone: the fastest time of a search is biased by selection.
/// Finalists that are slower by more than the margin in the first half of the rounds are dropped. A
/// contest in doubt continues for up to `more` rounds: if a config other than the fastest may be
/// faster by more than the margin, or if the fastest may be faster than the base or the incumbent
/// by as much but this is not shown yet.
std::vector<final_result> finals(const std::vector<contest>& contests, evaluator& machine,
                                 const finals_options& options);

}  // namespace warpmark::tuning
