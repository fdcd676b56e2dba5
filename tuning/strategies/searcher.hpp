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

/// How to search: which strategy, and its hyper-parameters that differ from their defaults.
struct search_options {
  std::uint64_t seed = 1;
  std::map<std::string, double> settings = {};
  std::optional<config_index> start = {};  ///< Where local searches begin, such as the base.
};

/// Ask and tell: whoever measures asks for configs and tells what came of them. The same space,
/// strategy, options and outcomes give the same configs, however many are asked for at a time.
class searcher {
 public:
  /// `over` must outlive it and allow a config. Throws usage_error for an unknown hyper-parameter
  /// or a value out of its range.
  searcher(const space& over, const strategy& by, const search_options& options = {});

  /// Configs to measure next, in the order in which they are wanted, none of them asked for
  /// before. Empty if the outcomes of others must be told first, or if there are none left.
  std::vector<config_index> ask(std::size_t max_count = 1);

  /// Configs that may be asked for next, the likeliest first, as far as the strategy knows now.
  std::vector<config_index> likely();

  /// What came of a config. May be told of configs not asked for, which are then known. Throws
  /// tuning_error for a time that is no number or not above zero.
  void tell(config_index index, const outcome& result);

  /// Whether every config of the space was asked for or told of.
  bool exhausted() const { return state_->asked_configs.all() && pending_.empty(); }

 private:
  void go_on();

  std::unique_ptr<search_state> state_;
  search search_;
  std::deque<config_index> pending_;  ///< Wanted and not yet asked for.
  std::size_t outstanding_ = 0;       ///< Asked for and not yet told.
};

/// The strategy's hyper-parameters: defaults, and what is set instead. Throws usage_error.
std::map<std::string, double> settings_of(const strategy& by,
                                          const std::map<std::string, double>& instead);

}  // namespace warpmark::tuning
