#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/memory/access.hpp"
#include "simt/memory/launch_footprint.hpp"

namespace warpmark::simt {

/// What a launch knows of the launches before it that may still run (programmatic dependent
/// launch): those of which griddepcontrol.wait awaits the end. Only the wait makes their results
/// visible, whatever order the launches have on a device.
struct launch_dependency {
  std::vector<launch_footprint> predecessors;
  /// Some block waited before it let dependent launches start: no launch after this one starts
  /// before the predecessors have ended.
  std::atomic<bool> settled{false};
  std::atomic<bool> any_waited{false};
};

/// Finds accesses of one block that conflict with a launch before it, and that no
/// griddepcontrol.wait precedes.
class dependency_watch {
 public:
  void start(launch_dependency* launch, std::size_t warps);

  /// griddepcontrol.wait, griddepcontrol.launch_dependents of a warp.
  void wait(std::uint32_t warp);
  void let_dependents_start() { triggered_ = true; }
  /// The warp passed a barrier at which warps that waited may have arrived before.
  void synchronised(std::uint32_t warp) {
    if (waited_) ordered_[warp] = true;
  }
  /// The same for a barrier of several blocks, or a flag in memory.
  void synchronised_widely(std::uint32_t warp) {
    if (launch_ && launch_->any_waited) ordered_[warp] = true;
  }

  /// An access to global memory is about to be made.
  void access(lane_context& context, const instruction& in, const simt::access& access) {
    if (launch_ && !launch_->predecessors.empty() && !ordered_[context.warp])
      check(context, in, access);
  }

 private:
  void check(lane_context& context, const instruction& in, const simt::access& access);

  launch_dependency* launch_ = nullptr;
  std::vector<bool> ordered_;  // By warp: after a wait.
  bool waited_ = false, triggered_ = false;
};

}  // namespace warpmark::simt
