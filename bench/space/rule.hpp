#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warpmark::spaces {

/// A constraint of a space.
struct rule {
  std::string reason;              ///< What must hold, for messages: "block is a multiple of 32".
  std::vector<std::size_t> reads;  ///< The axes that `holds` depends on; others may have any level.

  /// Whether a config is allowed, by its levels. Must be defined for all levels of the axes it
  /// reads, whether other rules allow them or not: rules are asked in no fixed order.
  std::function<bool(std::span<const std::uint32_t>)> holds;
};

}  // namespace warpmark::spaces
