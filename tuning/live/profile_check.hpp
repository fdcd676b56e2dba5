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

/// One size of a profile's entry, and who may challenge what the profile selects there.
struct size_to_check {
  std::vector<config_choice> choices;  ///< Of one problem, at least one.
  stored_config stored;
  std::vector<point> others;  ///< What the profile selects at other sizes.
};

struct check_options {
  tuning::search_method search_method = {};  ///< Without a strategy: model_based.
  std::size_t evaluations = 24;  ///< Of one size, besides bases and the profile's own configs.
  measuring_options measuring = {};
  double equality = 0.01;  ///< Of the search: times that differ by less count as equal.
  double allowed = 0.02;   ///< What the stored config may lose to the fastest challenger.
  finals_options finals = {};
};

struct size_verdict {
  bool stale = false;
  std::string reason;  ///< Why, if it is stale.
  challenge came;      ///< Of the finals; without times if there is no stored config any more.
  std::size_t evaluations = 0;
};

/// Told of what begins.
struct check_listener {
  std::function<void(const size_to_check&, std::size_t evaluations)> searching = [](const auto&,
                                                                                    std::size_t) {};
  std::function<void(std::size_t measurements)> in_finals = [](std::size_t) {};
};

/// Measures again what a profile selects, against challengers: the defaults of all variants, what
/// the profile selects at other sizes, the neighbours of the stored config, and a short search
/// among variants near the front. Whoever is near the front meets the stored config in the finals.
///
/// Stale is a config to which a challenger is faster by more than `allowed`, shown by all of the
/// ratio's interval; one that does not run rightly any more; and one that is gone. A verdict a
/// size, in their order. Throws tuning_error and tuning_interrupted.
std::vector<size_verdict> check_sizes(std::span<const size_to_check> sizes,
                                      const device_limits& limits, evaluator& at,
                                      const check_options& options,
                                      const check_listener& listener = {});

}  // namespace warpmark::tuning
