#pragma once

#include <cstdint>
#include <optional>

#include "simt/checks.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/race_watch.hpp"
#include "simt/memory/shadow_bytes.hpp"

namespace warpmark::simt {

/// Sees every access and synchronisation of one block, and reports reads of bytes that nobody wrote
/// and races. There is none while these checks are off.
class access_watch {
 public:
  /// `ledger`: of the launch, nullptr if races in global memory are not looked for. Unless
  /// `all`, only uninitialised reads of global memory are: see kernel_program::beyond_checks.
  access_watch(const checks& which, std::size_t warps, std::uint64_t shared_bytes,
               access_history* ledger, bool all);

  /// The block begins: its shared memory is uninitialised.
  void start(std::uint64_t block);

  /// The lanes `good`, not empty, are about to make an access that is in bounds and aligned.
  void access(lane_context& context, const instruction& in, const access& access,
              std::uint32_t good);
  /// Lanes of that store whose values are to be compared with what memory holds before they are
  /// written; confirm() for those that differ.
  std::uint32_t contested() const { return races_ ? races_->contested() : 0; }
  void confirm(lane_context& context, const instruction& in, const simt::access& access,
               unsigned lane) {
    races_->confirm(context, in, access, lane);
  }

  /// The kernel's malloc gave these bytes, which may have been used and freed before.
  void allocated(const lane_context& context, std::uint64_t address, std::uint64_t length);
  void fence(const lane_context& context) {
    if (races_) races_->fence(context.warp);
  }
  /// For a barrier over several blocks: what the warp did and knows, and what the others did.
  knowledge publish(const lane_context& context) {
    return races_ ? races_->publish(context.warp) : nullptr;
  }
  void learn(const lane_context& context, const knowledge& others) {
    if (races_) races_->learn(context.warp, others);
  }
  void meet(const lane_context& context, std::uint32_t lanes) {
    if (races_) races_->meet(context, lanes);
  }
  void arrive(const lane_context& context, std::uint32_t barrier) {
    if (races_) races_->arrive(barrier, context.warp);
  }
  void leave(std::uint32_t barrier, std::uint32_t warp, std::uint32_t lanes, std::uint32_t live) {
    if (races_) races_->leave(barrier, warp, lanes, live);
  }
  void reset(std::uint32_t barrier) {
    if (races_) races_->reset(barrier);
  }

 private:
  bool was_written(const lane_context& context, const instruction& in, const simt::access& access,
                   unsigned lane) const;
  void look_for_unwritten(lane_context& context, const instruction& in, const simt::access& access,
                          std::uint32_t good);
  void mark_written(lane_context& context, const instruction& in, const simt::access& access,
                    std::uint32_t good);

  bool watches_writes_, watches_shared_;
  std::uint64_t shared_bytes_;
  shadow_bytes shared_;
  access_history* ledger_;
  std::optional<race_watch> races_;
};

}  // namespace warpmark::simt
