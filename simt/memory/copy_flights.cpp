#include "simt/memory/copy_flights.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/peer_access.hpp"
#include "simt/memory/shared_window.hpp"

namespace warpmark::simt {
namespace {

bool overlap(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

bool copy_flights::knows(const flight& at, std::uint32_t warp) {
  return at.landed && ((at.informed >> warp) & 1);
}

void copy_flights::begin(lane_context& context, const instruction& in, flight added) {
  for (const flight& other : flights_) {
    const bool conflict = (added.writes || other.writes) && other.id != added.id;
    if (!conflict || !overlap(added.address, added.bytes, other.address, other.bytes)) continue;
    // That an mbarrier orders copies of several warps is not followed: those that have landed do
    // not conflict with later ones that write.
    if (other.landed && (added.writes || knows(other, context.warp))) continue;
    report(context, in, 1u << added.lane,
           fmt::format("bulk copy {} shared memory at {:#x}",
                       added.writes ? "writes to" : "reads from", added.address),
           other);
  }
  if (added.writes)
    std::erase_if(flights_, [&](const flight& other) {
      return other.landed && overlap(added.address, added.bytes, other.address, other.bytes);
    });
  flights_.push_back(added);
}

void copy_flights::land(std::uint64_t id) {
  for (flight& at : flights_)
    if (at.id == id) at.landed = true;
}

void copy_flights::inform(std::uint32_t warp, const std::byte* barrier) {
  for (flight& at : flights_)
    if (at.landed && at.barrier == barrier) at.informed |= 1u << warp;
  inform(warp);
}

void copy_flights::meet(std::uint32_t arrived, std::uint32_t leaving, bool always) {
  bool known = false;
  for (flight& at : flights_) {
    if (!at.landed || (!always && (at.informed & arrived) == 0)) continue;
    at.informed |= leaving;
    known = known || at.informed == all_warps_;
  }
  if (known) std::erase_if(flights_, [&](const flight& at) { return at.informed == all_warps_; });
}

void copy_flights::access(lane_context& context, const instruction& in,
                          const simt::access& access) {
  for (const flight& at : flights_) {
    if ((!at.writes && access.kind == access_kind::load) || knows(at, context.warp)) continue;
    std::uint32_t lanes = 0;
    for_each_lane(access.active, [&](unsigned lane) {
      if (overlap(access.address[lane], access.size, at.address, at.bytes)) lanes |= 1u << lane;
    });
    if (lanes == 0) continue;
    const char* const verbs[] = {"loads from", "stores to", "changes"};
    report(context, in, lanes,
           fmt::format("thread {} shared memory at {:#x}", verbs[static_cast<int>(access.kind)],
                       access.address[std::countr_zero(lanes)]),
           at);
  }
}

void copy_flights::report(lane_context& context, const instruction& in, std::uint32_t lanes,
                          const std::string& what, const flight& other) {
  if (!context.findings->first_time(finding_kind::shared_race, in.site, other.site)) return;
  context.findings->add(
      finding_kind::shared_race, in.site, context, lanes,
      fmt::format("{}, which a bulk copy {}; nothing orders the two: {}", what,
                  other.writes ? "writes" : "reads",
                  other.landed ? "this warp has not waited for the copy"
                               : "no thread has waited for the copy"),
      conflicting_access{other.site, context.block, other.warp, 1u << other.lane});
}

namespace {

// A copy writes to this block's shared memory: as if its thread did when it begins it, so that it
// is ordered with what other threads did before.
void record_writes(lane_context& context, const instruction& in, const copy_flights::flight& at) {
  constexpr std::uint64_t unit_bytes = 16;
  simt::access written;
  written.space = state_space::shared;
  written.kind = access_kind::store;
  written.size = unit_bytes;
  written.active = 1u << at.lane;
  written.counted = false;
  access_pattern pattern;
  for (std::uint64_t done = 0; done < at.bytes; done += unit_bytes) {
    written.address[at.lane] = at.address + done;
    pattern.fit(written);
    context.watch->access(context, in, written, pattern, nullptr);
    if (context.watch->contested() != 0) context.watch->confirm(context, in, written, at.lane);
  }
}

}  // namespace

void follow_copy(lane_context& context, const instruction& in, unsigned lane, std::uint64_t address,
                 copy_flights::flight added) {
  const std::uint32_t rank = rank_of(static_cast<std::uint32_t>(address), context.cluster_rank);
  check_peer_access(context, in, 1u << lane, address);
  copy_flights* const flights = context.cluster->at(rank).flights;
  if (!flights) return;
  added.address = address & shared_offset_mask;
  added.site = in.site;
  added.warp = context.warp;
  added.lane = lane;
  flights->begin(context, in, added);
  if (!context.watch || !added.writes) return;
  if (rank == context.cluster_rank) record_writes(context, in, added);
  // Who waits for the mbarrier knows.
  if (added.barrier)
    context.cluster->phases().arrive(added.barrier, {context.cluster_rank, context.warp},
                                     context.watch->publish(context));
}

void land_copies(lane_context& context) {
  for (const std::uint64_t id : context.cluster->copies().take_landed())
    for (std::uint32_t rank = 0; rank < context.cluster->size(); ++rank)
      if (copy_flights* flights = context.cluster->at(rank).flights) flights->land(id);
}

}  // namespace warpmark::simt
