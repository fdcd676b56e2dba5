#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/statistics/interval.hpp"
#include "tuning/live/laboratory.hpp"

namespace warpmark::tuning {

/// The points of one problem that are left after a search.
struct contest {
  std::vector<point> finalists;       ///< At least one.
  std::optional<point> base;          ///< The default that is kept where nothing is better …
  std::optional<point> library = {};  ///< … and what else the winner is compared with.
};

struct finals_options {
  std::size_t rounds = 6;  ///< The fewest whose order statistics give a 95 % interval.
  measuring_options measuring = {};
  double margin = 0.01;  ///< Times that differ by less count as equal.
};

/// A ratio of times, paired round by round: the median over rounds with its interval.
struct speed_up {
  double median = 1;
  statistics::interval of_median = {};
};

struct final_result {
  point winner;
  double time_ns = 0;                 ///< Median over rounds.
  bool base_kept = false;             ///< Nothing was faster than it by more than the margin.
  std::size_t equals = 0;             ///< Finalists within the margin of the fastest, it included.
  std::optional<speed_up> over_base;  ///< Of the rounds of the finals alone.
  std::optional<speed_up> over_library;
  std::vector<trial> trials;  ///< All of the finals, round by round.
};

/// Measures finalists of several problems again, in rounds of their own, each in fresh processes
/// and in an order of its own, and chooses by these rounds alone: whoever was fastest in a search
/// was lucky, too. Finalists that the first half of the rounds shows to be slower than the margin
/// leave then.
std::vector<final_result> finals(const std::vector<contest>& contests, laboratory& at,
                                 const finals_options& options);

}  // namespace warpmark::tuning
