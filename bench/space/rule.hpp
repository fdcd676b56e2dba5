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
  std::string reason;              ///< The condition, for messages: "block is a multiple of 32".
  std::vector<std::size_t> reads;  ///< The axes that `holds` depends on; others are not read.

  /// Whether a config is allowed, by its levels. Must be defined for all levels of the axes it
  /// reads, even if other rules exclude them: rules are evaluated in any order.
  std::function<bool(std::span<const std::uint32_t>)> holds;
};

}  // namespace warpmark::spaces
