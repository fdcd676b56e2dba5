#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "tuning/strategies/outcome.hpp"

namespace warpmark::tuning {

/// Watches the outcomes of a tuning, and refuses an answer that would say nothing: a tuner whose
/// objective is always zero would keep the base for ever and look content.
class objective_guard {
 public:
  /// `of` begins messages: what is tuned.
  explicit objective_guard(std::string of) : of_(std::move(of)) {}

  /// Throws tuning_error if the base has no time: there is nothing to quote a gain against.
  void require_base(const outcome& base) const;

  /// Throws tuning_error for a time that is no number or not above zero.
  void see(const std::string& config, const outcome& result);

  /// Throws tuning_error if nothing ran, with the commonest reason, or if so many configs have all
  /// the same time that it cannot be their own.
  void require_an_answer() const;

 private:
  std::string of_;
  std::size_t seen_ = 0;
  std::size_t timed_ = 0;
  std::optional<double> first_time_;
  bool all_the_same_ = true;
  std::map<std::string, std::size_t> reasons_;
};

}  // namespace warpmark::tuning
