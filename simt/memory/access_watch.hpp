#pragma once

#include <cstdint>
#include <optional>

#include "simt/checks.hpp"
#include "simt/memory/access_footprint.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/race_watch.hpp"
#include "simt/memory/shadow_bytes.hpp"

namespace warpmark::simt {

/// Follows every access and synchronisation of one block, and reports uninitialised reads and
/// races. There is no object while these checks are off.
class access_watch {
 public:
  /// What can be checked of a kernel besides uninitialised reads of global memory: see
  /// kernel_program::beyond_checks.
  struct extent {
    bool shared_memory = true;  ///< Uninitialised reads of it.
    bool races = true;
    std::uint64_t cluster_blocks = 1;
    bool relaxes_reads = false;  ///< See race_watch.
  };
  /// `history`: that of the launch, or nullptr if races in global memory are not checked. Accesses
  /// to global memory are added to `footprint` unless it is null.
  access_watch(const checks& which, std::size_t warps, std::uint64_t shared_bytes,
               access_history* history, access_footprint* footprint, extent covered);

  /// Starts a block: its shared memory is uninitialised.
  void start(std::uint64_t block);

  /// An access, in bounds and aligned, is about to be made. `whole`: the allocation that has all of
  /// its bytes, or nullptr if it is not to global memory or not known.
  void access(lane_context& context, const instruction& in, const access& access,
              const access_pattern& pattern, const allocation* whole) {
    if (!(access.space == state_space::shared ? covered_.shared_memory || covered_.races
                                              : access.space == state_space::global)) {
      if (races_) races_->forget_contested();
      return;
    }
    if (footprint_ && access.space == state_space::global) footprint_->add(access, pattern, whole);
    if (watches_writes_ && (covered_.shared_memory || access.space == state_space::global)) {
      if (access.kind != access_kind::store)
        look_for_unwritten(context, in, access, pattern, whole);
      if (access.kind != access_kind::load) mark_written(context, access, pattern, whole);
    }
    if (races_) races_->access(context, in, access, pattern, whole);
  }
  /// What lanes stored to shared memory before, they store at this time, as far as others know.
  void renew_write(lane_context& context, const instruction& in, const simt::access& access) {
    if (races_) races_->renew_write(context, in, access);
  }
  /// A bulk copy accesses adjacent bytes of global memory.
  void access_bulk(access_kind kind, const allocation& in, std::uint64_t address,
                   std::uint64_t bytes) {
    if (footprint_) footprint_->add_bytes(kind, in, address, bytes);
  }
  /// Lanes of that store whose values must be compared with memory before they are written. Call
  /// confirm() for those that differ.
  std::uint32_t contested() const { return races_ ? races_->contested() : 0; }
  void confirm(lane_context& context, const instruction& in, const simt::access& access,
               unsigned lane) {
    races_->confirm(context, in, access, lane);
  }

  /// The kernel's malloc returned these bytes, which may have been used and freed before.
  void allocated(const lane_context& context, std::uint64_t address, std::uint64_t length);
  void fence(const lane_context& context) {
    if (races_) races_->fence(context.warp);
  }
  /// For a barrier over several blocks: publishes the warp's clocks, and merges those of the
  /// others. `relaxed`: the arrival orders only what precedes a fence.
  published_clocks publish(const lane_context& context, bool relaxed = false) {
    return races_ ? races_->publish(context.warp, relaxed) : published_clocks{};
  }
  void publish_into(const lane_context& context, bool relaxed, published_clocks& all) {
    if (races_) races_->publish_into(context.warp, relaxed, all);
  }
  void learn(const lane_context& context, const published_clocks& others) {
    if (races_) races_->learn(context.warp, others);
  }
  void follow(const lane_context& context, std::uint32_t other) {
    if (races_) races_->follow(context.warp, other);
  }
  /// The lane accesses shared memory of another block of the cluster, which `holder` watches.
  void access_peer(const lane_context& context, const instruction& in, access_kind kind,
                   access_watch& holder, std::uint64_t offset) {
    if (races_ && holder.races_)
      races_->access_peer(context.warp, in, kind, *holder.races_, offset);
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
  /// The marks of the memory that holds an address, and where they begin.
  struct marked_memory {
    shadow_bytes* marks = nullptr;
    std::uint64_t base = 0;
  };
  marked_memory marks_of(const lane_context& context, const simt::access& access,
                         std::uint64_t address, const allocation* whole);
  bool was_written(const lane_context& context, const instruction& in, const simt::access& access,
                   unsigned lane);
  void look_for_unwritten(lane_context& context, const instruction& in, const simt::access& access,
                          const access_pattern& pattern, const allocation* whole);
  void mark_written(const lane_context& context, const simt::access& access,
                    const access_pattern& pattern, const allocation* whole);

  bool watches_writes_;
  extent covered_;
  std::uint64_t shared_bytes_;
  shadow_bytes shared_;
  access_history* history_;
  access_footprint* footprint_;
  std::optional<race_watch> races_;
};

}  // namespace warpmark::simt
