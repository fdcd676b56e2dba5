#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/space/level_tuple.hpp"

namespace warpmark::spaces {

struct axis_value {
  std::string text;                   ///< The text in keys and tables: "256", "blocked".
  std::optional<double> number = {};  ///< Empty for a name.
  bool operator==(const axis_value&) const = default;
};

/// One dimension of a tuning space.
struct space_axis {
  std::string name;
  std::vector<axis_value> values;  ///< Numbers in ascending order.

  std::size_t size() const { return values.size(); }

  /// Whether neighbouring levels are similar: all values are numbers.
  bool is_ordered() const;

  /// Empty if no value has that text.
  std::optional<std::uint32_t> level_of(const std::string& text) const;
};

/// A value that reads as a number if it is one: "256", "0.5", "blocked".
axis_value axis_value_of(const std::string& text);

/// Numbers in ascending order, followed by names in their given order.
void put_in_order(std::vector<axis_value>& values);

}  // namespace warpmark::spaces
