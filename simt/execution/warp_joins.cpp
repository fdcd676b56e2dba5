#include "simt/execution/warp.hpp"
#include "simt/ptx/control_flow.hpp"

// Divergence and reconvergence of the lanes of a warp.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using state = warp_split::state;

}  // namespace

// The warp split has reached its join. Returns true if it was the last one; it goes on with all
// lanes.
bool warp::arrive(u32 index) {
  warp_split& mine = splits_[index];
  join_point& join = joins_[static_cast<u32>(mine.join)];
  join.arrived |= mine.mask;
  if (join.arrived != join.pending) {
    mine.now = state::free;
    return false;
  }
  mine.mask = join.arrived;
  mine.join = join.parent;
  join.pending = join.arrived = 0;
  return true;
}

void warp::split(u32 index, u32 leaving, u32 target, u32 stay, u32 meeting) {
  std::int32_t join = splits_[index].join;
  const bool same = meeting_of(join) == meeting;
  // All exits of a loop share one join, so the number of joins stays bounded.
  if (meeting != no_instruction && !same)
    join = add_join(
        {.pc = meeting, .meeting = meeting, .pending = splits_[index].mask, .parent = join});
  add_split({target, leaving, join, state::ready});
  warp_split& mine = splits_[index];
  mine.mask &= ~leaving;
  mine.join = join;
  mine.pc = stay;
}

u32 warp::meeting_of(std::int32_t join) const {
  return join < 0 ? no_instruction : joins_[static_cast<u32>(join)].meeting;
}

std::int32_t warp::add_join(join_point added) {
  std::size_t at = 0;
  while (at < joins_.size() && joins_[at].pending != 0) ++at;
  if (at == joins_.size())
    joins_.push_back(std::move(added));
  else
    joins_[at] = std::move(added);
  return static_cast<std::int32_t>(at);
}

u32 warp::add_split(const warp_split& added) {
  for (u32 i = 0; i < splits_.size(); ++i)
    if (splits_[i].now == state::free) {
      splits_[i] = added;
      return i;
    }
  splits_.push_back(added);
  return static_cast<u32>(splits_.size()) - 1;
}

void warp::exit_lanes(u32 lanes) {
  live_ &= ~lanes;
  for (join_point& join : joins_) {
    if (join.pending == 0) continue;
    join.pending &= ~lanes;
    if (join.pending == 0 || join.pending != join.arrived) continue;
    const warp_split met{join.pc, join.arrived, join.parent, state::ready};
    join.pending = join.arrived = 0;
    add_split(met);
  }
}

u32 warp::parted_from(u32 index, const kernel_program& program) const {
  u32 others = 0;
  for (std::int32_t join = splits_[index].join; join >= 0;) {
    const join_point& join_point = joins_[static_cast<u32>(join)];
    if (program.code[join_point.pc].control != flow::exit) others |= join_point.pending;
    join = join_point.parent;
  }
  return others & ~splits_[index].mask;
}

bool warp::break_joins() {
  bool any = false;
  for (join_point& join : joins_) {
    if (join.arrived == 0) continue;
    const warp_split early{join.pc, join.arrived, join.parent, state::ready};
    join.pending &= ~join.arrived;
    join.arrived = 0;
    add_split(early);
    any = true;
  }
  return any;
}

}  // namespace warpmark::simt
