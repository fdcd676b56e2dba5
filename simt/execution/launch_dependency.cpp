#include "simt/execution/launch_dependency.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {

void dependency_watch::start(launch_dependency* launch, std::size_t warps) {
  launch_ = launch;
  ordered_.assign(warps, false);
  waited_ = triggered_ = false;
}

void dependency_watch::wait(std::uint32_t warp) {
  if (!launch_) return;
  ordered_[warp] = waited_ = true;
  launch_->any_waited = true;
  if (!triggered_) launch_->settled = true;
}

void dependency_watch::check(lane_context& context, const instruction& in,
                             const simt::access& access) {
  // A flag that another block sets after its wait.
  if (in.order != 0 || in.polls) {
    synchronised_widely(context.warp);
    if (ordered_[context.warp]) return;
  }
  const bool stores = access.kind != access_kind::load;
  std::uint32_t lanes = 0;
  const launch_footprint* with = nullptr;
  for_each_lane(access.active, [&](unsigned lane) {
    for (const launch_footprint& before : launch_->predecessors) {
      const std::uint64_t address = access.address[lane];
      if (!before.stored(address, access.size) && !(stores && before.loaded(address, access.size)))
        continue;
      lanes |= 1u << lane;
      if (!with) with = &before;
    }
  });
  if (!with || !context.findings->first_time(finding_kind::griddepcontrol_order, in.site)) return;
  const std::uint64_t address = access.address[std::countr_zero(lanes)];
  context.findings->add(
      finding_kind::griddepcontrol_order, in.site, context, lanes,
      fmt::format("{}-byte global {} at {:#x}, {}, which {}, launched before, {}; it may still "
                  "run, as this warp has not executed griddepcontrol.wait "
                  "(cudaGridDependencySynchronize)",
                  access.size,
                  access.kind == access_kind::load    ? "load"
                  : access.kind == access_kind::store ? "store"
                                                      : "atomic",
                  address, context.global->describe(address), demangled(with->kernel()),
                  with->stored(address, access.size) ? "writes" : "reads"));
}

}  // namespace warpmark::simt
