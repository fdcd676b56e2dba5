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
constexpr const char* access_names[] = {"load", "store", "atomic"};

const allocation* find_allocation(lane_context& context, std::uint32_t site, std::uint64_t address,
                                  unsigned size) {
  const allocation*& cached = context.cached[site];
  if (cached && cached->holds(address, size)) return cached;
  const allocation* found = context.global->find(address, size);
  if (found) cached = found;
  return found;
}

void count_touched(lane_context& context, const access& access, const allocation& in,
                   std::uint64_t address, std::uint64_t length) {
  const first_touches first =
      context.touched->touch(in, address - in.base, length, access.kind != access_kind::store,
                             access.kind != access_kind::load);
  counter_set& counters = *context.launch_counters;
  counters[counter::global_load_unique_bytes] += first.loaded;
  counters[counter::global_store_unique_bytes] += first.stored;
  counters[counter::global_unique_bytes] += first.touched;
  counters[counter::global_unique_sectors] += first.sectors;
}

std::byte* lane_bytes(lane_context& context, std::uint32_t site, const access& access,
                      unsigned lane) {
  const std::uint64_t address = access.address[lane];
  const auto within = [&](std::uint64_t bytes) {
    return access.size <= bytes && address <= bytes - access.size;
  };
  switch (access.space) {
    case state_space::shared:
      return within(context.shared_bytes)
                 ? context.shared + address
                 : context.cluster->shared(address, access.size, context.cluster_rank);
    case state_space::local:
      return within(context.local_bytes) ? context.local + lane * context.local_bytes + address
                                         : nullptr;
    case state_space::param:
      // Parameters are read-only: the decoder reports a store to them.
      return within(context.parameter_bytes) ? const_cast<std::byte*>(context.parameters) + address
                                             : nullptr;
    default: {
      const allocation* found = find_allocation(context, site, address, access.size);
      if (!found) return nullptr;
      if (access.counted) count_touched(context, access, *found, address, access.size);
      return found->bytes + (address - found->base);
    }
  }
}

void report(lane_context& context, const instruction& in, const access& access, finding_kind kind,
            std::uint32_t lanes) {
  if (!context.findings->first_time(kind, in.site)) return;
  const std::uint64_t address = access.address[std::countr_zero(lanes)];
  std::string where;
  if (access.space == state_space::global || access.space == state_space::constant)
    where = context.global->describe(address);
  else if (access.space == state_space::shared)
    where = fmt::format("in a block with {} bytes", context.shared_bytes);
  else
    where =
        fmt::format("with {} bytes", access.space == state_space::local ? context.local_bytes
                                                                        : context.parameter_bytes);
  context.findings->add(
      kind, in.site, context, lanes,
      fmt::format("{}-byte {} {} at {:#x}, {}{}", access.size,
                  space_names[static_cast<int>(access.space)],
                  access_names[static_cast<int>(access.kind)], address, where,
                  kind == finding_kind::misaligned ? ", is not aligned to its size" : ""));
}

shared_cost shared_request_cost(const access& access) {
  const bool is_load = access.kind == access_kind::load;
  if (access.merged_bytes == 0)
    return count_wavefronts(access.address, access.active, access.size, is_load);
  lane_addresses window;
  for (unsigned lane = 0; lane < 32; ++lane)
    window[lane] = access.address[lane] & ~std::uint64_t{access.merged_bytes - 1u};
  return count_wavefronts(window, access.active, access.merged_bytes, is_load);
}

void count_shared(lane_context& context, const access& access) {
  const shared_cost cost = shared_request_cost(access);
  counter_set& counters = *context.counters;
  const auto first = access.kind == access_kind::load    ? counter::shared_load_requests
                     : access.kind == access_kind::store ? counter::shared_store_requests
                                                         : counter::shared_atomic_requests;
  const auto at = [&](int step) { return static_cast<counter>(static_cast<int>(first) + step); };
  counters[first] += 1;
  counters[at(1)] += cost.wavefronts;
  counters[at(2)] += cost.ideal;
  if (access.kind == access_kind::atomic)
    counters[counter::shared_atomic_serialisation] +=
        count_same_address(access.address, access.active) - 1;
  if (context.timeline) context.timeline->access(access, cost.wavefronts);
  if (context.phases) context.phases->shared_request(access.kind, cost.worst);
}

void count_global(lane_context& context, const instruction& in, const access& access,
                  unsigned sectors) {
  counter_set& counters = *context.counters;
  if (context.timeline) context.timeline->access(access, sectors);
  switch (access.kind) {
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
          static_cast<std::uint64_t>(std::popcount(access.active));
      counters[counter::global_atomic_serialisation] +=
          count_same_address(access.address, access.active) - 1;
      context.atomics->add(access.address, access.active,
                           context.program->timings[in.site].folds_lanes);
  }
}

void count_request(lane_context& context, const instruction& in, const access& access) {
  if (!access.counted) return;
  if (access.space == state_space::shared) {
    count_shared(context, access);
  } else if (access.space == state_space::global) {
    count_global(context, in, access, count_sectors(access.address, access.active, access.size));
  } else if (access.space == state_space::local) {
    counter_set& counters = *context.counters;
    const bool load = access.kind == access_kind::load;
    counters[load ? counter::local_load_requests : counter::local_store_requests] += 1;
    counters[load ? counter::local_load_sectors : counter::local_store_sectors] +=
        count_local_sectors(access.address, access.active, access.size);
    if (context.timeline) context.timeline->access(access, 1);
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

std::byte* resolve_run(lane_context& context, const instruction& in, const access& access) {
  const std::uint64_t first = access.address[0];
  std::uint64_t differs = first & (access.size - 1);
  for (unsigned lane = 0; lane < 32; ++lane)
    differs |= access.address[lane] - first - std::uint64_t{access.size} * lane;
  if (differs != 0) return nullptr;
  const unsigned length = access.size * 32;
  if (access.space == state_space::shared) {
    if (length > context.shared_bytes || first > context.shared_bytes - length) return nullptr;
    if (access.counted) count_shared(context, access);
    if (context.watch) context.watch->access(context, in, access, all_lanes);
    return context.shared + first;
  }
  const allocation* found = find_allocation(context, in.site, first, length);
  if (!found) return nullptr;
  if (access.counted) {
    count_touched(context, access, *found, first, length);
    count_global(context, in, access,
                 static_cast<unsigned>(((first + length - 1) >> 5) - (first >> 5) + 1));
  }
  if (context.watch) context.watch->access(context, in, access, all_lanes);
  return found->bytes + (first - found->base);
}

std::uint32_t resolve(lane_context& context, const instruction& in, const access& access,
                      lane_pointers& pointers) {
  std::uint32_t misaligned = 0, stray = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    pointers[lane] = nullptr;
    if (access.address[lane] & (access.size - 1)) {
      misaligned |= 1u << lane;
    } else {
      pointers[lane] = lane_bytes(context, in.site, access, lane);
      if (!pointers[lane]) stray |= 1u << lane;
    }
  });
  if (misaligned) report(context, in, access, finding_kind::misaligned, misaligned);
  if (stray) report(context, in, access, finding_kind::out_of_bounds, stray);
  count_request(context, in, access);
  const std::uint32_t good = access.active & ~(misaligned | stray);
  if (context.watch && good != 0) context.watch->access(context, in, access, good);
  return good;
}

}  // namespace warpmark::simt
