#include "simt/memory/access_watch.hpp"

#include <bit>

#include <fmt/format.h>

#include "simt/finding_log.hpp"

namespace warpmark::simt {
namespace {

const allocation& allocation_of(const lane_context& context, const instruction& in,
                                std::uint64_t address, std::uint64_t length) {
  const allocation* cached = context.cached[in.site];
  return cached && cached->holds(address, length) ? *cached
                                                  : *context.global->find(address, length);
}

// Whether the bytes of all lanes are consecutive.
bool is_run(const access& access, std::uint32_t good) {
  if (good != all_lanes) return false;
  std::uint64_t differs = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    differs |= access.address[lane] - access.address[0] - std::uint64_t{access.size} * lane;
  return differs == 0;
}

}  // namespace

access_watch::access_watch(const checks& which, std::size_t warps, std::uint64_t shared_bytes,
                           access_history* history, bool all)
    : watches_writes_(which.uninitialised_reads),
      watches_shared_(all),
      shared_bytes_(shared_bytes),
      shared_(shared_bytes),
      history_(history) {
  if (all && (which.shared_races || history))
    races_.emplace(warps, shared_bytes, which.shared_races, history);
}

void access_watch::start(std::uint64_t block) {
  shared_.clear(0, shared_bytes_);
  if (races_) races_->start(block);
}

void access_watch::access(lane_context& context, const instruction& in, const simt::access& access,
                          std::uint32_t good) {
  if (access.space != state_space::global &&
      !(access.space == state_space::shared && watches_shared_))
    return;
  if (access.space == state_space::shared) {
    // An address may name the block's own memory through the cluster's window, too.
    for_each_lane(good, [&](unsigned lane) {
      if (access.address[lane] >= shared_bytes_) good &= ~(1u << lane);
    });
    if (good == 0) return;
  }
  if (watches_writes_) {
    if (access.kind != access_kind::store) look_for_unwritten(context, in, access, good);
    if (access.kind != access_kind::load) mark_written(context, in, access, good);
  }
  if (races_) races_->access(context, in, access, good);
}

void access_watch::allocated(const lane_context& context, std::uint64_t address,
                             std::uint64_t length) {
  const allocation* heap = context.global->find(address, length);
  if (!heap) return;
  heap->written->clear(address - heap->base, length);
  if (history_) history_->shadow_of(*heap).forget(address - heap->base, length);
}

void access_watch::mark_written(lane_context& context, const instruction& in,
                                const simt::access& access, std::uint32_t good) {
  const auto mark = [&](std::uint64_t address, std::uint64_t length) {
    if (access.space == state_space::shared) return shared_.mark(address, length);
    const allocation& to = allocation_of(context, in, address, length);
    to.written->mark(address - to.base, length);
  };
  if (is_run(access, good) && access.space == state_space::shared)
    return mark(access.address[0], std::uint64_t{access.size} * 32);
  for_each_lane(good, [&](unsigned lane) { mark(access.address[lane], access.size); });
}

// Parts of a vector whose registers are never read do not count as read.
bool access_watch::was_written(const lane_context& context, const instruction& in,
                               const simt::access& access, unsigned lane) const {
  const shadow_bytes* marks = &shared_;
  std::uint64_t offset = access.address[lane];
  if (access.space != state_space::shared) {
    const allocation& from = allocation_of(context, in, offset, access.size);
    marks = from.written;
    offset -= from.base;
  }
  if (marks->all(offset, access.size)) return true;
  if (in.unread == 0) return false;
  const unsigned part_bytes = access.size / in.parts;
  for (unsigned part = 0; part < in.parts; ++part)
    if (!((in.unread >> part) & 1) && !marks->all(offset + part * part_bytes, part_bytes))
      return false;
  return true;
}

void access_watch::look_for_unwritten(lane_context& context, const instruction& in,
                                      const simt::access& access, std::uint32_t good) {
  if (is_run(access, good)) {
    const std::uint64_t length = std::uint64_t{access.size} * 32;
    const std::uint64_t first = access.address[0];
    if (access.space == state_space::shared) {
      if (shared_.all(first, length)) return;
    } else if (const allocation* from = context.cached[in.site]; from->holds(first, length)) {
      if (from->written->all(first - from->base, length)) return;
    }
  }
  std::uint32_t unwritten = 0;
  for_each_lane(good, [&](unsigned lane) {
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
