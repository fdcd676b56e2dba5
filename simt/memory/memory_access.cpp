#include "simt/memory/memory_access.hpp"

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/atomic_depths.hpp"
#include "simt/memory/touched_bytes.hpp"
#include "simt/phase_recorder.hpp"
#include "simt/timing/block_timeline.hpp"

namespace warpmark::simt {
namespace {

constexpr const char* space_names[] = {"generic", "global", "shared", "local", "constant", "param"};
constexpr const char* kind_names[] = {"load", "store", "atomic"};

const allocation* find_allocation(lane_context& context, std::uint32_t site, std::uint64_t address,
                                  unsigned size) {
  const allocation*& cached = context.cached[site];
  if (cached && cached->holds(address, size)) return cached;
  const allocation* found = context.global->find(address, size);
  if (found) cached = found;
  return found;
}

void count_touched(lane_context& context, const access& what, const allocation& in,
                   std::uint64_t address, std::uint64_t length) {
  const first_touches first =
      context.touched->touch(in, address - in.base, length, what.kind != access_kind::store,
                             what.kind != access_kind::load);
  counter_set& counters = *context.launch_counters;
  counters[counter::global_load_unique_bytes] += first.loaded;
  counters[counter::global_store_unique_bytes] += first.stored;
  counters[counter::global_unique_bytes] += first.touched;
  counters[counter::global_unique_sectors] += first.sectors;
}

std::byte* lane_bytes(lane_context& context, std::uint32_t site, const access& what,
                      unsigned lane) {
  const std::uint64_t address = what.address[lane];
  const auto within = [&](std::uint64_t bytes) {
    return what.size <= bytes && address <= bytes - what.size;
  };
  switch (what.space) {
    case state_space::shared:
      return within(context.shared_bytes)
                 ? context.shared + address
                 : context.cluster->shared(address, what.size, context.cluster_rank);
    case state_space::local:
      return within(context.local_bytes) ? context.local + lane * context.local_bytes + address
                                         : nullptr;
    case state_space::param:
      // Parameters are only ever read: a store to them is reported by the decoder.
      return within(context.parameter_bytes) ? const_cast<std::byte*>(context.parameters) + address
                                             : nullptr;
    default: {
      const allocation* found = find_allocation(context, site, address, what.size);
      if (!found) return nullptr;
      if (what.counted) count_touched(context, what, *found, address, what.size);
      return found->bytes + (address - found->base);
    }
  }
}

void report(lane_context& context, const instruction& in, const access& what, finding_kind kind,
            std::uint32_t lanes) {
  if (!context.findings->first_time(kind, in.site)) return;
  const std::uint64_t address = what.address[std::countr_zero(lanes)];
  std::string where;
  if (what.space == state_space::global || what.space == state_space::constant)
    where = context.global->describe(address);
  else if (what.space == state_space::shared)
    where = fmt::format("in a block with {} bytes", context.shared_bytes);
  else
    where =
        fmt::format("with {} bytes", what.space == state_space::local ? context.local_bytes
                                                                      : context.parameter_bytes);
  context.findings->add(
      kind, in.site, context, lanes,
      fmt::format("{}-byte {} {} at {:#x}, {}{}", what.size,
                  space_names[static_cast<int>(what.space)],
                  kind_names[static_cast<int>(what.kind)], address, where,
                  kind == finding_kind::misaligned ? ", is not aligned to its size" : ""));
}

shared_cost shared_request_cost(const access& what) {
  if (what.merged_bytes == 0) return count_wavefronts(what.address, what.active, what.size);
  lane_addresses window;
  for (unsigned lane = 0; lane < 32; ++lane)
    window[lane] = what.address[lane] & ~std::uint64_t{what.merged_bytes - 1u};
  return count_wavefronts(window, what.active, what.merged_bytes);
}

void count_shared(lane_context& context, const access& what) {
  const shared_cost cost = shared_request_cost(what);
  counter_set& counters = *context.counters;
  const auto first = what.kind == access_kind::load    ? counter::shared_load_requests
                     : what.kind == access_kind::store ? counter::shared_store_requests
                                                       : counter::shared_atomic_requests;
  const auto at = [&](int step) { return static_cast<counter>(static_cast<int>(first) + step); };
  counters[first] += 1;
  counters[at(1)] += cost.wavefronts;
  counters[at(2)] += cost.ideal;
  if (what.kind == access_kind::atomic)
    counters[counter::shared_atomic_serialisation] +=
        count_same_address(what.address, what.active) - 1;
  if (context.timeline) context.timeline->access(what, cost.wavefronts);
  if (context.phases) context.phases->shared_request(what.kind, cost.worst);
}

void count_global(lane_context& context, const instruction& in, const access& what,
                  unsigned sectors) {
  counter_set& counters = *context.counters;
  if (context.timeline) context.timeline->access(what, sectors);
  switch (what.kind) {
    case access_kind::load:
      counters[counter::global_load_requests] += 1;
      counters[counter::global_load_sectors] += sectors;
      break;
    case access_kind::store:
      counters[counter::global_store_requests] += 1;
      counters[counter::global_store_sectors] += sectors;
      break;
    case access_kind::atomic:
      counters[counter::global_atomic_requests] += 1;
      counters[counter::global_atomic_sectors] += sectors;
      counters[counter::global_atomic_lanes] +=
          static_cast<std::uint64_t>(std::popcount(what.active));
      counters[counter::global_atomic_serialisation] +=
          count_same_address(what.address, what.active) - 1;
      context.atomics->add(what.address, what.active,
                           context.program->timings[in.site].folds_lanes);
  }
}

void count_request(lane_context& context, const instruction& in, const access& what) {
  if (!what.counted) return;
  if (what.space == state_space::shared) {
    count_shared(context, what);
  } else if (what.space == state_space::global) {
    count_global(context, in, what, count_sectors(what.address, what.active, what.size));
  } else if (what.space == state_space::local) {
    counter_set& counters = *context.counters;
    const bool load = what.kind == access_kind::load;
    counters[load ? counter::local_load_requests : counter::local_store_requests] += 1;
    counters[load ? counter::local_load_sectors : counter::local_store_sectors] +=
        count_local_sectors(what.address, what.active, what.size);
    if (context.timeline) context.timeline->access(what, 1);
  }
}

}  // namespace

void read_addresses(lane_context& context, const instruction& in, std::uint32_t active,
                    lane_addresses& out) {
  (void)active;
  if (in.narrow_address) {
    const auto* base = lanes_at<std::uint32_t>(context, in.op[4]);
    const auto offset = static_cast<std::uint32_t>(in.immediate);
    for (unsigned lane = 0; lane < 32; ++lane) out[lane] = base[lane] + offset;
  } else {
    const auto* base = lanes_at<std::uint64_t>(context, in.op[4]);
    const auto offset = static_cast<std::uint64_t>(in.immediate);
    for (unsigned lane = 0; lane < 32; ++lane) out[lane] = base[lane] + offset;
  }
}

std::byte* resolve_run(lane_context& context, const instruction& in, const access& what) {
  const std::uint64_t first = what.address[0];
  std::uint64_t differs = first & (what.size - 1);
  for (unsigned lane = 0; lane < 32; ++lane)
    differs |= what.address[lane] - first - std::uint64_t{what.size} * lane;
  if (differs != 0) return nullptr;
  const unsigned length = what.size * 32;
  if (what.space == state_space::shared) {
    if (length > context.shared_bytes || first > context.shared_bytes - length) return nullptr;
    if (what.counted) count_shared(context, what);
    if (context.watch) context.watch->access(context, in, what, all_lanes);
    return context.shared + first;
  }
  const allocation* found = find_allocation(context, in.site, first, length);
  if (!found) return nullptr;
  if (what.counted) {
    count_touched(context, what, *found, first, length);
    count_global(context, in, what,
                 static_cast<unsigned>(((first + length - 1) >> 5) - (first >> 5) + 1));
  }
  if (context.watch) context.watch->access(context, in, what, all_lanes);
  return found->bytes + (first - found->base);
}

std::uint32_t resolve(lane_context& context, const instruction& in, const access& what,
                      lane_pointers& pointers) {
  std::uint32_t misaligned = 0, stray = 0;
  for_each_lane(what.active, [&](unsigned lane) {
    pointers[lane] = nullptr;
    if (what.address[lane] & (what.size - 1)) {
      misaligned |= 1u << lane;
    } else {
      pointers[lane] = lane_bytes(context, in.site, what, lane);
      if (!pointers[lane]) stray |= 1u << lane;
    }
  });
  if (misaligned) report(context, in, what, finding_kind::misaligned, misaligned);
  if (stray) report(context, in, what, finding_kind::out_of_bounds, stray);
  count_request(context, in, what);
  const std::uint32_t good = what.active & ~(misaligned | stray);
  if (context.watch && good != 0) context.watch->access(context, in, what, good);
  return good;
}

}  // namespace warpmark::simt
