#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/execution/warp.hpp"
#include "simt/finding_log.hpp"

namespace warpmark::simt {

/// The sixteen named barriers of one block.
class block_barriers {
 public:
  void start(std::vector<warp>& warps, std::byte* registers, std::size_t register_bytes);

  /// A warp split executes a bar.*; it has been parked unless the kind is `arrive`.
  void arrive(lane_context& context, const instruction& in, std::uint32_t index);
  /// Lanes exited; a barrier may be complete without them.
  void recheck(lane_context& context);

 private:
  struct waiting {
    std::uint32_t warp, warp_split;
    const instruction* in;
  };
  struct named_barrier {
    std::uint32_t arrived = 0;   ///< Threads.
    std::uint32_t expected = 0;  ///< 0: all live threads of the block.
    std::uint32_t holding = 0;   ///< Threads whose predicate holds.
    std::uint32_t voting = 0;    ///< Threads that gave one.
    bool divergent = false;      ///< Some lanes arrived without the rest of their warp.
    std::vector<conflicting_access> arrivals;
    std::vector<waiting> waiters;
  };

  std::uint32_t index_of(const named_barrier& barrier) const {
    return static_cast<std::uint32_t>(&barrier - barriers_.data());
  }
  void check_count(lane_context& context, const instruction& in, const named_barrier& barrier,
                   std::uint32_t count);
  void check_divergence(lane_context& context, const named_barrier& barrier);
  static void report_divergence(const lane_context& where, std::uint32_t site, std::uint32_t lanes,
                                std::uint32_t live,
                                const std::optional<conflicting_access>& elsewhere);
  bool is_block_wide(const named_barrier& barrier) const;
  void let_go(lane_context& context, named_barrier& barrier);
  void complete_if_full(lane_context& context, named_barrier& barrier);
  void release(const waiting& waiting, const named_barrier& barrier);

  std::vector<warp>* warps_ = nullptr;
  std::byte* registers_ = nullptr;
  std::size_t register_bytes_ = 0;
  std::array<named_barrier, 16> barriers_;
};

}  // namespace warpmark::simt
