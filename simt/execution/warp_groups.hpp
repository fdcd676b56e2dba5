#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "simt/instructions/warp_group_product.hpp"

namespace warpmark::simt {

/// The asynchronous products of a block's warp groups. They take effect when the first warp of the
/// group waits for them, and then for all four warps, because a card computes them together: what
/// that warp knows to be read, another thread may overwrite.
class warp_groups {
 public:
  void start(std::size_t warps);

  /// The warp issues a product. Returns what another warp of its group has issued instead, or
  /// nullptr.
  const issued_product* issue(std::uint32_t warp, const issued_product& product);
  void commit(std::uint32_t warp);

  /// How many products of the warp have been issued, and must be complete when at most `allowed` of
  /// its committed groups are pending.
  std::uint64_t issued(std::uint32_t warp) const { return warps_[warp].issued; }
  std::uint64_t due(std::uint32_t warp, std::size_t allowed) const;
  /// The next product of the warp's group that has had no effect yet, if it is among the first
  /// `due` ones; it counts as performed now.
  const issued_product* perform_next(std::uint32_t warp, std::uint64_t due);
  /// The warp knows that its first `due` products are complete.
  void complete(std::uint32_t warp, std::uint64_t due);

 private:
  struct warp_state {
    std::uint64_t issued = 0, completed = 0;
    std::deque<std::uint64_t> committed;  // Products up to the end of each pending group.
  };
  struct group_state {
    std::deque<issued_product> products;  // Those that some warp does not know to be complete.
    std::uint64_t first = 0;              // Number of the first of them.
    std::uint64_t performed = 0;
  };
  void forget_completed(std::uint32_t group);

  std::vector<warp_state> warps_;
  std::vector<group_state> groups_;
};

}  // namespace warpmark::simt
