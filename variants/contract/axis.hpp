#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "variants/contract/parameters.hpp"

namespace warpmark {

/// One dimension of a problem space or of a config space.
struct axis {
  std::string name;
  std::string summary;                  ///< One line for `list` and `explain`, with the unit.
  std::vector<parameter_value> values;  ///< The values of the space, in ascending or listing order.
  parameter_value base;                 ///< The default; a speed-up is quoted against it.

  /// Whether a sweep that does not name this axis takes all of `values`; otherwise it stays at
  /// `base`.
  bool swept = false;

  /// Default sizes on a backend that interprets instead of running; empty: `values`.
  std::vector<parameter_value> interpreted_values = {};

  /// The integers that a user may request beyond `values`. Unused by axes of names.
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  std::int64_t multiple_of = 1;
  bool power_of_two = false;
  bool only_values = false;  ///< A user may request none beyond `values`.

  bool is_integer() const;

  /// Empty if `value` is in the domain, else what is expected: "a power of two, 32..1024".
  std::string value_error(const parameter_value& value) const;
};

}  // namespace warpmark
