#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ci/gate/sides/compared_point.hpp"

namespace warpmark::gate {

/// The launch parameters that affect occupancy.
struct block_size {
  std::uint32_t threads = 0;
  std::size_t dynamic_shared_bytes = 0;
  bool operator==(const block_size&) const = default;
};

/// A kernel instance of the base and its counterpart in the head. A removed or added instance has
/// no counterpart.
struct kernel_pair {
  std::optional<kernel_instance> base, head;
  std::string family;
  std::set<std::string> variants;  ///< Variants whose points launch it.
  /// Its block sizes, base and head, each pair of them once.
  std::vector<std::pair<block_size, block_size>> blocks = {};

  /// The head's; the base's if there is none.
  const kernel_instance& shown() const { return head ? *head : *base; }
};

/// Every distinct pair of the points that are on both sides. Within a point, instances of equal
/// names are paired, then the rest in order.
std::vector<kernel_pair> kernel_pairs_of(const std::vector<compared_point>& points);

}  // namespace warpmark::gate
