#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/stored_config.hpp"
#include "tuning/live/variant_search.hpp"

namespace warpmark::tuning {

/// One size of a profile's entry with the challengers of the stored config.
struct size_to_check {
  std::vector<config_choice> choices;  ///< For one problem, at least one.
  stored_config stored;
  std::vector<point> others;  ///< Configs that the profile selects at other sizes.
};

struct check_options {
  tuning::search_method search_method = {};  ///< Without a strategy: model_based.
  std::size_t evaluations = 24;  ///< Per size, in addition to bases and the profile's own configs.
  measuring_options measuring = {};
  double equality = 0.01;  ///< In the search, times that differ by less count as equal.
  double allowed = 0.02;   ///< The allowed loss of the stored config to the fastest challenger.
  finals_options finals = {};
};

struct size_verdict {
  bool stale = false;
  std::string reason;  ///< The reason if it is stale.
  /// From the finals; without times if the stored config no longer exists.
  challenge challenge_result;
  std::size_t evaluations = 0;
};

/// Called at the beginning of each step.
struct check_listener {
  std::function<void(const size_to_check&, std::size_t evaluations)> searching = [](const auto&,
                                                                                    std::size_t) {};
  std::function<void(std::size_t measurements)> in_finals = [](std::size_t) {};
};

/// Measures the configs of a profile again, against challengers: the defaults of all variants, the
/// profile's configs at other sizes, the neighbours of the stored config, and a short search among
/// variants near the fastest. Configs near the fastest are compared with the stored config in the
/// finals.
///
/// A stored config is stale if a challenger is faster by more than `allowed` over the full interval
/// of the ratio, if it no longer runs correctly, or if it no longer exists. Returns one verdict per
/// size, in their order. Throws tuning_error and tuning_interrupted.
std::vector<size_verdict> check_sizes(std::span<const size_to_check> sizes,
                                      const device_limits& limits, evaluator& machine,
                                      const check_options& options,
                                      const check_listener& listener = {});

}  // namespace warpmark::tuning
