#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/statistics/interval.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// The points of one problem that are left after a search.
struct contest {
  std::vector<point> finalists;       ///< At least one, unless there is an incumbent.
  std::vector<point> bases = {};      ///< Defaults of the finalists' variants: a variant's is kept
                                      ///< where nothing of that variant is better.
  std::optional<point> library = {};  ///< What else the winner is compared with.
  std::optional<point> incumbent =
      {};  ///< What is in use: the fastest of the others challenges it.
};

struct finals_options {
  std::size_t rounds = 6;  ///< The fewest whose order statistics give a 95 % interval.
  std::size_t more = 12;   ///< Rounds for contests that those leave in doubt.
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
  std::optional<double> incumbent_ns;  ///< Median over rounds; nothing if it did not run rightly …
  std::string trouble;                 ///< … and why.
  std::optional<point> by;             ///< Nothing if no other ran rightly.
  double by_ns = 0;
  std::optional<speed_up> faster;  ///< The incumbent's times over the challenger's.
};

struct final_result {
  point winner;
  double time_ns = 0;                 ///< Median over rounds.
  std::optional<point> base;          ///< The default of the winner's variant, if it took part.
  bool base_kept = false;             ///< Nothing was faster than it by more than the margin.
  std::size_t equals = 0;             ///< Finalists within the margin of the fastest, it included.
  std::optional<speed_up> over_base;  ///< Of the rounds of the finals alone.
  std::optional<speed_up> over_library;
  std::optional<challenge> challenged = {};  ///< Where there is an incumbent.
  std::vector<trial> trials;                 ///< All of the finals, round by round.
};

/// How many points of a contest are measured in its first round.
std::size_t runners_of(const contest& each);

/// Measures finalists of several problems again, in rounds of their own, each in fresh processes
/// and in an order of its own, and chooses by these rounds alone: whoever was fastest in a search
/// was lucky, too. Finalists that the first half of the rounds shows to be slower than the margin
/// leave then. A contest that is in doubt then goes on for up to `more` rounds: where another than
/// the fastest may still be faster by more than the margin, or where the fastest may be faster than
/// the base or the incumbent by as much and has not been shown to be.
std::vector<final_result> finals(const std::vector<contest>& contests, evaluator& at,
                                 const finals_options& options);

}  // namespace warpmark::tuning
