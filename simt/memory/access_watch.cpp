#include "simt/memory/access_watch.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "simt/finding_log.hpp"

namespace warpmark::simt {
access_watch::access_watch(const checks& which, std::size_t warps, std::uint64_t shared_bytes,
                           access_history* history, access_footprint* footprint, extent covered)
    : watches_writes_(which.uninitialised_reads),
      covered_(covered),
      shared_bytes_(shared_bytes),
      shared_(shared_bytes),
      history_(history),
      footprint_(footprint) {
  if (covered.races && (which.shared_races || history))
    races_.emplace(warps, shared_bytes, which.shared_races, history, covered.cluster_blocks,
                   covered.relaxes_reads);
}

void access_watch::start(std::uint64_t block) {
  shared_.clear(0, shared_bytes_);
  if (races_) races_->start(block);
}

void access_watch::allocated(const lane_context& context, std::uint64_t address,
                             std::uint64_t length) {
  const allocation* heap = context.global->find(address, length);
  if (!heap) return;
  heap->written->clear(address - heap->base, length);
  if (history_) history_->shadow_of(*heap).forget(address - heap->base, length);
}

access_watch::marked_memory access_watch::marks_of(const lane_context& context,
                                                   const simt::access& access,
                                                   std::uint64_t address, const allocation* whole) {
  if (access.space == state_space::shared) return {&shared_, 0};
  const allocation& in = whole ? *whole : *context.global->find(address, access.size);
  return {in.written, in.base};
}

void access_watch::mark_written(const lane_context& context, const simt::access& access,
                                const access_pattern& pattern, const allocation* whole) {
  marked_memory to = marks_of(context, access, pattern.first(), whole);
  if (pattern.is_run())
    return to.marks->mark(pattern.first() - to.base, std::uint64_t{access.size} * pattern.lanes());
  for_each_lane(access.active, [&](unsigned lane) {
    if (!whole) to = marks_of(context, access, access.address[lane], nullptr);
    to.marks->mark_unit(access.address[lane] - to.base, access.size);
  });
}

// Parts of a vector whose registers are never read do not count as read.
bool access_watch::was_written(const lane_context& context, const instruction& in,
                               const simt::access& access, unsigned lane) {
  const marked_memory from = marks_of(context, access, access.address[lane], nullptr);
  const std::uint64_t offset = access.address[lane] - from.base;
  if (from.marks->unit(offset, access.size)) return true;
  if (in.unread == 0) return false;
  const unsigned part_bytes = access.size / in.parts;
  for (unsigned part = 0; part < in.parts; ++part)
    if (!((in.unread >> part) & 1) && !from.marks->unit(offset + part * part_bytes, part_bytes))
      return false;
  return true;
}

void access_watch::look_for_unwritten(lane_context& context, const instruction& in,
                                      const simt::access& access, const access_pattern& pattern,
                                      const allocation* whole) {
  if (whole || access.space == state_space::shared) {
    const marked_memory from = marks_of(context, access, pattern.first(), whole);
    const std::uint64_t first = pattern.first() - from.base;
    if (pattern.is_run()) {
      if (from.marks->all(first, std::uint64_t{access.size} * pattern.lanes())) return;
    } else if (std::ranges::all_of(pattern.groups(), [&](const address_group& group) {
                 return from.marks->unit(first + group.address, access.size);
               })) {
      return;
    }
  }
  std::uint32_t unwritten = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    if (!was_written(context, in, access, lane)) unwritten |= 1u << lane;
  });
  if (unwritten == 0 || !context.findings->first_time(finding_kind::uninitialised_read, in.site))
    return;
  const std::uint64_t address = access.address[std::countr_zero(unwritten)];
  const bool shared = access.space == state_space::shared;
  context.findings->add(finding_kind::uninitialised_read, in.site, context, unwritten,
                        fmt::format("{}-byte {} {} at {:#x}{}, which nothing has written",
                                    access.size, shared ? "shared" : "global",
                                    access.kind == access_kind::atomic ? "atomic" : "load", address,
                                    shared ? "" : ", " + context.global->describe(address)));
}

}  // namespace warpmark::simt
