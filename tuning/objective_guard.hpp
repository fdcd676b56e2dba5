#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "tuning/strategies/outcome.hpp"

namespace warpmark::tuning {

/// Checks the outcomes of a tuning and rejects a meaningless result: a tuner whose objective is
/// always zero would keep the base without an error.
class objective_guard {
 public:
  /// `subject` begins messages: what is tuned.
  explicit objective_guard(std::string subject) : subject_(std::move(subject)) {}

  /// Throws tuning_error if the base has no time, since there is no gain without it.
  void require_base(const outcome& base) const;

  /// Throws tuning_error for a time that is NaN or not above zero.
  void see(const std::string& config, const outcome& result);

  /// Throws tuning_error if nothing ran, with the most frequent reason, or if the objective is
  /// constant over many configs.
  void require_an_answer() const;

 private:
  std::string subject_;
  std::size_t seen_ = 0;
  std::size_t timed_ = 0;
  std::optional<double> first_time_;
  bool all_the_same_ = true;
  std::map<std::string, std::size_t> reasons_;
};

}  // namespace warpmark::tuning
