#include <bit>

#include <fmt/format.h>

#include "simt/execution/warp.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_watch.hpp"

// Convergence of the lanes that an instruction's mask names: immediate if they are one warp split;
// otherwise they wait for each other at the instruction.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using state = warp_split::state;

// Lanes that the active lanes' masks name.
u32 named_lanes(const u32* masks, u32 active) {
  u32 named = 0;
  for_each_lane(active, [&](unsigned lane) { named |= masks[lane]; });
  return named;
}

void report_missing(lane_context& context, const instruction& in, u32 active, u32 missing,
                    u32 strangers) {
  if (!context.findings->first_time(finding_kind::missing_lanes, in.site)) return;
  const std::string what =
      missing ? fmt::format("the mask names live lanes {:#010x} that do not take part", missing)
              : fmt::format("lanes {:#010x} take part and are not in their mask", strangers);
  context.findings->add(finding_kind::missing_lanes, in.site, context,
                        missing ? missing : strangers,
                        fmt::format("{} (active lanes {:#010x})", what, active));
}

// Lanes that have exited, or that the block does not have, leave a matrix undefined.
void report_partial_warp(lane_context& context, const instruction& in, u32 active) {
  if (!context.findings->first_time(finding_kind::missing_lanes, in.site)) return;
  context.findings->add(finding_kind::missing_lanes, in.site, context, ~active,
                        fmt::format("it needs all lanes of the warp, and lanes {:#010x} do not "
                                    "take part (active lanes {:#010x})",
                                    ~active, active));
}

}  // namespace

bool warp::run_collective(const instruction& in, lane_context& context, u32 index, u32 active) {
  const u32* masks = lanes_at<u32>(context, in.op[5]);
  if (active == all_lanes) {
    // By far the most common case: a full warp with a full mask in every lane.
    u32 common = all_lanes;
    for (unsigned lane = 0; lane < 32; ++lane) common &= masks[lane];
    if (common == all_lanes) {
      if (context.watch) context.watch->meet(context, active);
      in.execute(context, in, active);
      return true;
    }
  }
  u32 needed = named_lanes(masks, active) & live_;
  if ((needed & ~active) == 0) {
    execute_collective(in, context, active);
    return true;
  }
  // Other lanes may already wait here.
  u32 together = active;
  for (const warp_split& split : splits_)
    if (split.now == state::at_collective && split.pc == in.site)
      together |= active_lanes(context, in, split.mask);
  needed = named_lanes(masks, together) & live_;
  if ((needed & ~together) != 0) {
    splits_[index].now = state::at_collective;
    return false;
  }
  execute_collective(in, context, together);
  for (warp_split& split : splits_)
    if (split.now == state::at_collective && split.pc == in.site) {
      split.now = state::ready;
      ++split.pc;
    }
  return true;
}

// Groups of lanes with different masks are separate operations.
void warp::execute_collective(const instruction& in, lane_context& context, u32 active) {
  if (in.whole_warp && active != all_lanes) report_partial_warp(context, in, active);
  const u32* masks = lanes_at<u32>(context, in.op[5]);
  u32 strangers = 0, differs = 0;
  const u32 first = masks[std::countr_zero(active)];
  for_each_lane(active, [&](unsigned lane) {
    if (!((masks[lane] >> lane) & 1)) strangers |= 1u << lane;
    differs |= masks[lane] ^ first;
  });
  if (strangers) report_missing(context, in, active, 0, strangers);
  if (differs == 0) {
    if (context.watch) context.watch->meet(context, active);
    return in.execute(context, in, active);
  }
  u32 own[32];
  std::copy_n(masks, 32, own);
  for (u32 rest = active; rest != 0;) {
    const u32 mask = own[std::countr_zero(rest)];
    u32 group = 0;
    for_each_lane(rest, [&](unsigned lane) {
      if (own[lane] == mask) group |= 1u << lane;
    });
    if (context.watch) context.watch->meet(context, group);
    in.execute(context, in, group);
    rest &= ~group;
  }
}

bool warp::pass_warp_barrier(const instruction& in, lane_context& context, u32 index) {
  const u32* masks = lanes_at<u32>(context, in.op[0]);
  const u32 mine = active_lanes(context, in, splits_[index].mask);
  const u32 needed = named_lanes(masks, mine) & live_;
  if ((needed & ~mine) == 0) {
    if (context.watch) context.watch->meet(context, mine);
    return true;
  }
  u32 together = mine;
  for (const warp_split& split : splits_)
    if (split.now == state::at_warp_barrier) together |= split.mask;
  if ((needed & ~together) != 0) {
    splits_[index].now = state::at_warp_barrier;
    return false;
  }
  if (context.watch) context.watch->meet(context, together & (needed | mine));
  for (warp_split& split : splits_)
    if (split.now == state::at_warp_barrier && (split.mask & needed)) {
      split.now = state::ready;
      ++split.pc;
    }
  return true;
}

// Nothing in this warp can run. Lanes that wait at a warp-wide instruction go on without the
// missing ones, which a finding names.
bool warp::resolve(const kernel_program& program, lane_context& context) {
  for (warp_split& split : splits_) {
    if (split.now != state::at_collective && split.now != state::at_warp_barrier) continue;
    const instruction& in = program.code[split.pc];
    const state kind = split.now;
    u32 together = 0;
    for (const warp_split& other : splits_)
      if (other.now == kind && other.pc == in.site)
        together |= active_lanes(context, in, other.mask);
    const u32* masks = lanes_at<u32>(context, in.op[kind == state::at_collective ? 5 : 0]);
    const u32 missing = named_lanes(masks, together) & live_ & ~together;
    if (missing) report_missing(context, in, together, missing, 0);
    if (kind == state::at_collective) execute_collective(in, context, together);
    if (context.watch) context.watch->meet(context, together);
    for (warp_split& other : splits_)
      if (other.now == kind && other.pc == in.site) {
        other.now = state::ready;
        ++other.pc;
      }
    return true;
  }
  return false;
}

}  // namespace warpmark::simt
