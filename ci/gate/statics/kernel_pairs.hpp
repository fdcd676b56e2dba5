#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ci/gate/sides/compared_point.hpp"

namespace warpmark::gate {

/// What occupancy depends on besides the code.
struct block_size {
  std::uint32_t threads = 0;
  std::size_t dynamic_shared_bytes = 0;
  bool operator==(const block_size&) const = default;
};

/// A kernel instance of the base and what stands in its place in the head. One that an execution
/// has no more, or only now, has no other.
struct kernel_pair {
  std::optional<kernel_instance> base, head;
  std::string family;
  std::set<std::string> variants;  ///< Whose points launch it.
  /// The blocks that it is launched in, base and head, each pair of them once.
  std::vector<std::pair<block_size, block_size>> blocks = {};

  /// The head's; the base's if there is none.
  const kernel_instance& shown() const { return head ? *head : *base; }
};

/// Every pair of the points that are on both sides once. Within a point, instances of one name are
/// a pair, then what is left in order.
std::vector<kernel_pair> kernel_pairs_of(const std::vector<compared_point>& points);

}  // namespace warpmark::gate
