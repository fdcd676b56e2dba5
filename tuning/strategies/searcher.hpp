#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tuning/strategies/outcome.hpp"
#include "tuning/strategies/strategy.hpp"

namespace warpmark::tuning {

/// Options of a search: the seed, the start and the hyper-parameters that differ from their
/// defaults.
struct search_options {
  std::uint64_t seed = 1;
  std::map<std::string, double> settings = {};
  std::optional<config_index> start = {};  ///< The start of local searches, such as the base.
  /// Times expected before measuring, such as those of a model or of another device, in any unit.
  /// Only their ratios matter.
  std::map<config_index, double> expected_times = {};
};

/// Ask and tell: the caller asks for configs, measures them and tells their outcomes. The same
/// space, strategy, options and outcomes give the same configs, regardless of the batch size.
class searcher {
 public:
  /// `over` must outlive it and allow a config. Throws usage_error for an unknown hyper-parameter
  /// or a value out of its range.
  searcher(const space& over, const strategy& by, const search_options& options = {});

  /// Configs to measure next, in order, none of them returned before. Empty if the outcomes of
  /// others must be told first, or if there are none left.
  std::vector<config_index> ask(std::size_t max_count = 1);

  /// Configs that may be returned next, the likeliest first, in the present state of the strategy.
  std::vector<config_index> likely();

  /// Reports the outcome of a config, also of one that was not returned by ask(). Throws
  /// tuning_error for a time that is NaN or not above zero.
  void tell(config_index index, const outcome& result);

  /// Whether every config of the space was returned or reported.
  bool exhausted() const { return state_->asked_configs.all() && pending_.empty(); }

 private:
  void go_on();

  std::unique_ptr<search_state> state_;
  search search_;
  std::deque<config_index> pending_;  ///< Requested by the strategy and not yet returned.
  std::size_t outstanding_ = 0;       ///< Returned and not yet reported.
};

/// The strategy's hyper-parameters: defaults, overridden by the settings. Throws usage_error.
std::map<std::string, double> settings_of(const strategy& by,
                                          const std::map<std::string, double>& instead);

}  // namespace warpmark::tuning
