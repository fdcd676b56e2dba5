#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/access.hpp"

namespace warpmark::simt {

struct instruction;
struct lane_context;

/// Which words of a block's shared memory have been written by ordinary stores (the generic proxy)
/// without a later fence.proxy.async, so that bulk copies and wgmma (the async proxy) need not see
/// them (PTX ISA, "Memory Consistency Model: Proxies").
///
/// A fence covers what its warp wrote before, and what any warp wrote before the last
/// synchronisation of threads of the block. Lanes of a warp are not told apart, nor which threads
/// took part in a synchronisation: a missing fence may be missed, a reported one is missing.
class proxy_watch {
 public:
  proxy_watch(std::size_t warps, std::uint64_t shared_bytes);

  /// Starts a block: nothing has been written.
  void start();

  /// The lanes of a warp store to the block's shared memory, in bounds.
  void write(std::uint32_t warp, std::uint32_t site, const access& access);
  /// The async proxy writes these bytes, which it sees without a fence.
  void forget(std::uint64_t address, std::uint64_t bytes);
  /// A lane of the warp executes fence.proxy.async of shared memory.
  void fence(std::uint32_t warp);
  /// Threads of the block have synchronised: at a barrier, an mbarrier or that of the cluster.
  void synchronise();

  struct unfenced_write {
    std::uint64_t address = 0;
    std::uint32_t site = 0, warp = 0, lane = 0;
  };
  /// The first word of the range that no fence covers; nullptr if there is none. Valid until the
  /// next call.
  const unfenced_write* find(std::uint64_t address, std::uint64_t bytes);

 private:
  struct word {
    std::uint32_t time = 0;  // 0: covered.
    std::uint32_t site = 0;
    std::uint16_t warp = 0, lane = 0;
  };
  bool is_covered(const word& at) const {
    return at.time <= all_covered_ || at.time <= covered_[at.warp];
  }

  std::vector<word> words_;
  std::vector<std::uint32_t> covered_;  // By warp: up to this time its own writes are covered,
  std::uint32_t all_covered_ = 0;       // and up to this one all writes.
  std::uint32_t synchronised_ = 0;      // The last time before a synchronisation.
  std::uint32_t now_ = 1;
  unfenced_write found_;
};

/// The async proxy reads shared memory of the running block: reports `missing_proxy_fence` if some
/// of the bytes were stored without the fence, and `unfinished_copy` if a cp.async still writes
/// some. No effect without a proxy_watch, or element_flights.
void check_async_read(lane_context& context, const instruction& in, std::uint32_t lanes,
                      std::uint64_t address, std::uint64_t bytes);

}  // namespace warpmark::simt
