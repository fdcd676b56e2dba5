#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "simt/instructions/group_registers.hpp"
#include "simt/instructions/warp_group_product.hpp"

namespace warpmark::simt {

/// The asynchronous products of a block's warp groups. They take effect when the first warp of the
/// group waits for them, and then for all four warps, because a card computes them together: what
/// that warp knows to be read, another thread may overwrite.
class warp_groups {
 public:
  /// `registers`: how many registers the kernel's products have.
  void start(std::size_t warps, std::uint32_t registers);

  /// The warp issues a product. Returns what another warp of its group has issued instead, or
  /// nullptr.
  const issued_product* issue(std::uint32_t warp, const issued_product& product);
  /// Whether another warp has issued the product that `warp` is about to issue.
  bool is_ahead(std::uint32_t other, std::uint32_t warp) const {
    return warps_[other].issued > warps_[warp].issued;
  }
  void commit(std::uint32_t warp);
  /// wgmma.fence: orders the warp's accesses to registers so far before those of products.
  void fence(std::uint32_t warp);

  /// Another instruction accesses a register. Returns the product for which it is in flight: that
  /// has not been waited for and writes it, or reads it while the access writes it. Nullptr if
  /// there is none.
  const issued_product* access(std::uint32_t warp, const group_register_access& access,
                               std::uint32_t site, bool moves);
  /// Why a product must not be issued now: no wgmma.fence is between it and an earlier access to
  /// one of its registers.
  struct unfenced_access {
    bool never_fenced = false;  ///< The warp has executed no wgmma.fence at all.
    std::uint32_t site = 0;     ///< The earlier access, by a product of another shape if `product`.
    bool by_product = false;
  };
  std::optional<unfenced_access> find_unfenced(std::uint32_t warp,
                                               const warp_group_product& product) const;

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
  struct register_state {
    std::uint64_t written_until = 0, read_until = 0;  // Numbers of products, plus one.
    const warp_group_product* product = nullptr;      // That wrote it since the last fence.
    std::uint32_t product_site = 0;
    std::uint32_t write_site = no_site;  // Of another instruction since the last fence.
    bool moved = false;                  // By a mov.
  };
  static constexpr std::uint32_t no_site = ~std::uint32_t{0};
  struct warp_state {
    std::uint64_t issued = 0, completed = 0;
    std::deque<std::uint64_t> committed;  // Products up to the end of each pending group.
    std::vector<register_state> registers;
    bool ever_fenced = false;
    bool group_fenced = false;  // Since the last commit_group.
  };
  const issued_product& numbered(std::uint32_t warp, std::uint64_t number) const;
  void note_registers(std::uint32_t warp, const issued_product& product);
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
