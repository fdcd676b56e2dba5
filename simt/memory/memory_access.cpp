#include "simt/memory/memory_access.hpp"

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/atomic_depths.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/partial_stores.hpp"
#include "simt/memory/peer_access.hpp"
#include "simt/memory/proxy_watch.hpp"
#include "simt/memory/shared_window.hpp"
#include "simt/memory/touched_bytes.hpp"
#include "simt/phase_recorder.hpp"
#include "simt/timing/block_timeline.hpp"

namespace warpmark::simt {

void add_touches(lane_context& context, const first_touches& first) {
  counter_set& counters = *context.launch_counters;
  counters[counter::global_load_unique_bytes] += first.loaded;
  counters[counter::global_store_unique_bytes] += first.stored;
  counters[counter::global_unique_bytes] += first.touched;
  counters[counter::global_unique_sectors] += first.sectors;
}

namespace {

constexpr const char* space_names[] = {"generic", "global", "shared", "local", "constant", "param"};
constexpr const char* access_names[] = {"load", "store", "atomic"};

const allocation* find_allocation(lane_context& context, std::uint32_t site, std::uint64_t address,
                                  std::uint64_t size) {
  const allocation*& cached = context.cached[site];
  if (cached && cached->holds(address, size)) return cached;
  const allocation* found = context.global->find(address, size);
  if (found) cached = found;
  return found;
}

void count_touched(lane_context& context, const access& access, const allocation& in,
                   const access_pattern& pattern) {
  const std::uint64_t sector = (pattern.first() - in.base) / sector_bytes;
  first_touches first;
  for (const access_pattern::sector_part& part : pattern.sectors())
    context.touched->touch_sector(in, sector + part.sector, part.bytes,
                                  access.kind != access_kind::store,
                                  access.kind != access_kind::load, first);
  add_touches(context, first);
  if (context.partial_stores && access.kind == access_kind::store)
    context.partial_stores->store(context.warp, in, pattern, *context.touched);
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
      if (access.counted)
        add_touches(context, context.touched->touch(*found, address - found->base, access.size,
                                                    access.kind != access_kind::store,
                                                    access.kind != access_kind::load));
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

void count_shared(lane_context& context, const access& access, const access_pattern& pattern) {
  const shared_cost& cost = pattern.wavefronts();
  counter_set& counters = *context.counters;
  const auto first = access.kind == access_kind::load    ? counter::shared_load_requests
                     : access.kind == access_kind::store ? counter::shared_store_requests
                                                         : counter::shared_atomic_requests;
  const auto at = [&](int step) { return static_cast<counter>(static_cast<int>(first) + step); };
  counters[first] += 1;
  counters[at(1)] += cost.wavefronts;
  counters[at(2)] += cost.ideal;
  if (access.kind == access_kind::atomic)
    counters[counter::shared_atomic_serialisation] += pattern.max_lanes_of_group() - 1;
  if (context.timeline) context.timeline->access(access, cost.wavefronts);
  if (context.phases) context.phases->shared_request(access.kind, cost.worst);
}

void count_global(lane_context& context, const instruction& in, const access& access,
                  const access_pattern& pattern) {
  counter_set& counters = *context.counters;
  const auto sectors = static_cast<unsigned>(pattern.sectors().size());
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
      counters[counter::global_atomic_lanes] += pattern.lanes();
      counters[counter::global_atomic_serialisation] += pattern.max_lanes_of_group() - 1;
      context.atomics->add(access.address, access.active,
                           context.program->timings[in.site].folds_lanes,
                           context.program->timings[in.site].is_integer_atomic);
  }
}

void count_local(lane_context& context, const access& access, const access_pattern& pattern) {
  counter_set& counters = *context.counters;
  const bool load = access.kind == access_kind::load;
  counters[load ? counter::local_load_requests : counter::local_store_requests] += 1;
  counters[load ? counter::local_load_sectors : counter::local_store_sectors] +=
      pattern.local_sectors();
  if (context.timeline) context.timeline->access(access, 1);
}

void count_request(lane_context& context, const instruction& in, const access& access,
                   const access_pattern& pattern) {
  if (!access.counted) return;
  if (access.of_texture) {
    if (context.timeline)
      context.timeline->access(access, static_cast<unsigned>(pattern.sectors().size()));
    return;
  }
  if (access.space == state_space::shared)
    count_shared(context, access, pattern);
  else if (access.space == state_space::global)
    count_global(context, in, access, pattern);
  else if (access.space == state_space::local)
    count_local(context, access, pattern);
}

void follow_dependency(lane_context& context, const instruction& in, const access& access) {
  if (context.dependency && access.space == state_space::global && access.counted)
    context.dependency->access(context, in, access);
}

// Constants are written before the launch and by no kernel, so that there is nothing to check.
bool is_watched(const lane_context& context, const access& access) {
  return context.watch != nullptr && (access.counted || access.space != state_space::global);
}

// Compares an access to this block's shared memory with what the async proxy does.
void tell_async_copies(lane_context& context, const instruction& in, const access& access,
                       const access_pattern& pattern) {
  if (access.space != state_space::shared) return;
  if (context.proxy && access.kind != access_kind::load)
    context.proxy->write(context.warp, in.site, access);
  if (context.flights) context.flights->access(context, in, access);
  if (context.elements) context.elements->access(context, in, access, pattern);
}

// An instruction that copies has one pattern for what it reads, and one for what it writes.
access_pattern& pattern_of(lane_context& context, const instruction& in, const access& access) {
  auto& known = context.patterns[2 * in.site + (access.kind == access_kind::load ? 0 : 1)];
  if (!known) known = std::make_unique<access_pattern>();
  known->fit(access);
  return *known;
}

// Whether the bytes that an access spans are within [0, bytes).
bool is_within(const access_pattern& pattern, std::uint64_t bytes) {
  return pattern.extent() <= bytes && pattern.lowest() <= bytes - pattern.extent();
}

}  // namespace

placed_access place_lanes(lane_context& context, const instruction& in, const access& access) {
  const access_pattern& pattern = pattern_of(context, in, access);
  if (!pattern.is_aligned()) return {};
  placed_access placed{.pattern = &pattern};
  const allocation* found = nullptr;
  switch (access.space) {
    case state_space::shared:
      if (!is_within(pattern, context.shared_bytes)) return {};
      placed.first = context.shared + pattern.first();
      break;
    case state_space::local:
      if (!is_within(pattern, context.local_bytes)) return {};
      placed.lane_stride = context.local_bytes;
      placed.first = context.local + pattern.first_lane() * context.local_bytes + pattern.first();
      break;
    case state_space::param:
      return {};
    default:
      found = find_allocation(context, in.site, pattern.lowest(), pattern.extent());
      if (!found) return {};
      if (access.counted) count_touched(context, access, *found, pattern);
      placed.first = found->bytes + (pattern.first() - found->base);
  }
  count_request(context, in, access, pattern);
  follow_dependency(context, in, access);
  if (is_watched(context, access)) context.watch->access(context, in, access, pattern, found);
  tell_async_copies(context, in, access, pattern);
  return placed;
}

WARPMARK_VECTOR_CLONES void read_addresses(lane_context& context, const instruction& in,
                                           std::uint32_t active, lane_addresses& out) {
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

namespace {

// Its own block watches the accesses to shared memory, but strong ones order those of other blocks.
void follow_peer_access(lane_context& context, const instruction& in, access_kind kind,
                        std::uint64_t address) {
  if (!context.watch) return;
  const block_cluster::member& holder =
      context.cluster->at(rank_of(static_cast<std::uint32_t>(address), context.cluster_rank));
  if (holder.watch)
    context.watch->access_peer(context, in, kind, *holder.watch, address & shared_offset_mask);
}

// The lanes that have memory make the access, the others are reported.
std::uint32_t resolve_separately(lane_context& context, const instruction& in, const access& access,
                                 lane_pointers& pointers) {
  std::uint32_t misaligned = 0, stray = 0, elsewhere = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    pointers[lane] = nullptr;
    if (access.address[lane] & (access.size - 1)) {
      misaligned |= 1u << lane;
    } else {
      pointers[lane] = lane_bytes(context, in.site, access, lane);
      if (!pointers[lane]) stray |= 1u << lane;
      // In the shared memory of another block, whose accesses are not watched.
      if (access.space == state_space::shared && access.address[lane] >= context.shared_bytes)
        elsewhere |= 1u << lane;
    }
  });
  if (misaligned) report(context, in, access, finding_kind::misaligned, misaligned);
  if (stray) report(context, in, access, finding_kind::out_of_bounds, stray);
  count_request(context, in, access, pattern_of(context, in, access));
  follow_dependency(context, in, access);
  const std::uint32_t good = access.active & ~(misaligned | stray);
  if ((good & ~elsewhere) != 0) {
    simt::access own = access;
    own.active = good & ~elsewhere;
    access_pattern pattern;
    pattern.fit(own);
    if (is_watched(context, access)) context.watch->access(context, in, own, pattern, nullptr);
    tell_async_copies(context, in, own, pattern);
  }
  for_each_lane(good & elsewhere, [&](unsigned lane) {
    check_peer_access(context, in, 1u << lane, access.address[lane]);
    follow_peer_access(context, in, access.kind, access.address[lane]);
  });
  return good;
}

}  // namespace

std::uint32_t resolve(lane_context& context, const instruction& in, const access& access,
                      lane_pointers& pointers) {
  const placed_access placed = place_lanes(context, in, access);
  return placed ? placed.point(pointers) : resolve_separately(context, in, access, pointers);
}

}  // namespace warpmark::simt
