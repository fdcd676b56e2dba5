#pragma once

#include <map>
#include <optional>
#include <string>

#include "ci/gate/counting/counting_machine.hpp"
#include "ci/gate/gate_limits.hpp"

namespace warpmark::gate {

/// How much each side may execute. The base is bounded by time alone, the head by the amount that
/// the base used. After repeated stops of the base, later executions get less time.
class execution_bounds {
 public:
  explicit execution_bounds(const gate_limits& limits) : limits_(limits) {}

  execution_amounts of_base() const;

  /// Limits for the head, from the base's amounts of this point and problem.
  execution_amounts of_head(const point& point) const;

  /// Records the amounts that a point of the base used.
  void base_took(const counted_point& counted);

  /// The same for the head: each stop lowers the limits of later executions.
  void head_took(const counted_point& counted);

  /// The head's limit for this amount used by the base.
  execution_amount scaled(const execution_amount& base) const;

 private:
  execution_amount by_time() const;

  gate_limits limits_;
  std::map<std::string, execution_amount> points_, references_;  // By point and problem.
  int base_stopped_ = 0, head_stopped_ = 0;                      // Executions.
};

}  // namespace warpmark::gate
