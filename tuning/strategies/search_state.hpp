#pragma once

#include <coroutine>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/strategies/asked_configs.hpp"
#include "tuning/strategies/neighbours.hpp"

namespace warpmark::tuning {

/// The interface of a strategy: the space, its settings, its random numbers, and measurements.
///
///     const std::vector<double> times = co_await state.measure(configs);
///
/// gives a time for each config, infinity for those that do not run. Known configs cost nothing, so
/// a strategy need not remember its requests.
class search_state {
 public:
  search_state(const space& searched, std::uint64_t seed, std::map<std::string, double> settings,
               std::optional<config_index> first, std::map<config_index, double> expected = {})
      : over(searched),
        random(seed),
        start(first),
        expected_times(std::move(expected)),
        asked_configs(searched.count()),
        settings_(std::move(settings)) {}

  class request {
   public:
    request(search_state& state, std::vector<config_index> configs)
        : state_(state), configs_(std::move(configs)) {}
    bool await_ready() { return state_.all_known(configs_); }
    void await_suspend(std::coroutine_handle<>) {}
    std::vector<double> await_resume() { return state_.times_of(configs_); }

   private:
    search_state& state_;
    std::vector<config_index> configs_;
  };

  /// Suspends until all are known. Configs may be repeated.
  request measure(std::vector<config_index> configs) { return {*this, std::move(configs)}; }

  /// A config not requested yet, while there is one, else any.
  config_index draw();

  /// At most `max_count` of them, all different.
  std::vector<config_index> draw(std::size_t max_count);

  /// A hyper-parameter of the strategy.
  double setting(const std::string& name) const { return settings_.at(name); }

  /// A hyper-parameter that counts something.
  std::size_t count_setting(const std::string& name) const {
    return static_cast<std::size_t>(setting(name));
  }

  /// The value of the hyper-parameter `any_value`.
  neighbourhood neighbourhood_setting() const {
    return setting("any_value") != 0 ? neighbourhood::any_value : neighbourhood::adjacent;
  }

  const space& over;
  random_source random;
  std::optional<config_index> start;  ///< The starting config, such as the base, if any.
  std::map<config_index, double> expected_times;  ///< Expected before measuring; may be empty.

  // Used by the searcher.
  tuning::asked_configs asked_configs;
  std::vector<config_index>
      next_configs;  ///< Configs to measure, in this order, before the strategy resumes.
  std::vector<config_index> likely;  ///< Possible later requests, the likeliest first.

 private:
  bool all_known(const std::vector<config_index>& configs);
  std::vector<double> times_of(const std::vector<config_index>& configs) const;

  std::map<std::string, double> settings_;
  std::size_t without_news_ = 0;  ///< Consecutive requests without a new config.
};

}  // namespace warpmark::tuning
