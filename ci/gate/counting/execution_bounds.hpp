#pragma once

#include <map>
#include <optional>
#include <string>

#include "ci/gate/counting/counting_machine.hpp"
#include "ci/gate/gate_limits.hpp"

namespace warpmark::gate {

/// How much each side may execute. The base is bounded by time alone, the head by what the base
/// took. Where the base was stopped again and again, less time is given to what follows.
class execution_bounds {
 public:
  explicit execution_bounds(const gate_limits& limits) : limits_(limits) {}

  execution_amounts of_base() const;

  /// Of the point and the problem whose base was told of.
  execution_amounts of_head(const point& point) const;

  /// Takes up what a point of the base took.
  void base_took(const counted_point& counted);

  /// The same of the head: where it was stopped before, it is stopped earlier.
  void head_took(const counted_point& counted);

  /// What the head may take for so much of the base.
  execution_amount scaled(const execution_amount& base) const;

 private:
  execution_amount by_time() const;

  gate_limits limits_;
  std::map<std::string, execution_amount> points_, references_;  // By point and problem.
  int base_stopped_ = 0, head_stopped_ = 0;                      // Executions.
};

}  // namespace warpmark::gate
