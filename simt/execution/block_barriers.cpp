#include "simt/execution/block_barriers.hpp"

#include <bit>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/proxy_watch.hpp"
#include "simt/phase_recorder.hpp"
#include "simt/timing/communication_log.hpp"

namespace warpmark::simt {

void block_barriers::start(std::vector<warp>& warps, std::byte* registers,
                           std::size_t register_bytes) {
  warps_ = &warps;
  registers_ = registers;
  register_bytes_ = register_bytes;
  for (named_barrier& barrier : barriers_) {
    barrier.arrived = barrier.expected = barrier.holding = barrier.voting = 0;
    barrier.waiters.clear();
    barrier.arrivals.clear();
    barrier.divergent = false;
  }
}

void block_barriers::arrive(lane_context& context, const instruction& in, std::uint32_t index) {
  const warp& mine = (*warps_)[context.warp];
  const std::uint32_t lanes = mine.splits()[index].mask;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const std::uint32_t id = lanes_at<std::uint32_t>(context, in.op[0])[first];
  if (id >= barriers_.size()) throw device_error(fmt::format("simt: no barrier has number {}", id));
  named_barrier& barrier = barriers_[id];
  const std::uint32_t count =
      in.counted_barrier ? lanes_at<std::uint32_t>(context, in.op[1])[first] : 0;
  if (!barrier.arrivals.empty()) check_count(context, in, barrier, count);
  barrier.arrivals.push_back({in.site, context.block, context.warp, lanes});
  ++(*context.counters)[counter::barriers];
  const bool whole = lanes == mine.live();
  barrier.divergent = barrier.divergent || !whole;
  if (const std::uint32_t others = mine.parted_from(index, *context.program); others != 0)
    report_divergence(context, in.site, lanes, mine.live(), {});
  if (in.counted_barrier) {
    barrier.expected = count;
    // A barrier with a thread count counts warps, 32 threads each.
    barrier.arrived += whole ? 32 : static_cast<std::uint32_t>(std::popcount(lanes));
  } else {
    barrier.arrived += static_cast<std::uint32_t>(std::popcount(lanes));
  }
  if (in.barrier >= barrier_kind::reduce_and) {
    const std::uint32_t holds =
        *lanes_at<std::uint32_t>(context, in.op[2]) ^ static_cast<std::uint32_t>(in.immediate);
    barrier.holding += static_cast<std::uint32_t>(std::popcount(holds & lanes));
    barrier.voting += static_cast<std::uint32_t>(std::popcount(lanes));
  }
  if (context.watch) context.watch->arrive(context, id);
  if (in.barrier != barrier_kind::arrive) barrier.waiters.push_back({context.warp, index, &in});
  if (communication_log* log = context.launch->communication)
    log->arrive(place_in_log(context, in), id, in.barrier != barrier_kind::arrive);
  complete_if_full(context, barrier);
}

// All warps that arrive at one barrier must give the same thread count.
void block_barriers::check_count(lane_context& context, const instruction& in,
                                 const named_barrier& barrier, std::uint32_t count) {
  const auto all = static_cast<std::uint32_t>(warps_->size() * 32);
  const auto resolved = [&](std::uint32_t given) { return given == 0 ? all : given; };
  if (resolved(count) == resolved(barrier.expected)) return;
  if (!context.findings->first_time(finding_kind::barrier_mismatch, in.site,
                                    barrier.arrivals.front().site))
    return;
  const auto text = [](std::uint32_t given) {
    return given == 0 ? std::string("all threads") : fmt::format("{} threads", given);
  };
  context.findings->add(finding_kind::barrier_mismatch, in.site, context,
                        (*warps_)[context.warp].live(),
                        fmt::format("barrier {} of {} here, of {} where the first warp arrived",
                                    index_of(barrier), text(count), text(barrier.expected)),
                        barrier.arrivals.front());
}

void block_barriers::recheck(lane_context& context) {
  for (named_barrier& barrier : barriers_)
    if (barrier.arrived != 0) complete_if_full(context, barrier);
}

void block_barriers::complete_if_full(lane_context& context, named_barrier& barrier) {
  std::uint32_t expected = barrier.expected;
  if (expected == 0)
    for (const warp& warp : *warps_)
      expected += static_cast<std::uint32_t>(std::popcount(warp.live()));
  if (barrier.arrived < expected) return;
  if (barrier.divergent) check_divergence(context, barrier);
  let_go(context, barrier);
}

// Diverged lanes must reconverge before they arrive at a barrier. Lanes that never reconverge must
// arrive at the same instruction, or have exited when the barrier completes.
void block_barriers::check_divergence(lane_context& context, const named_barrier& barrier) {
  for (const conflicting_access& arrival : barrier.arrivals) {
    std::uint32_t together = 0;
    const conflicting_access* elsewhere = nullptr;
    for (const conflicting_access& other : barrier.arrivals) {
      if (other.warp != arrival.warp) continue;
      together |= other.lanes;
      if (other.site != arrival.site) elsewhere = &other;
    }
    const std::uint32_t live = (*warps_)[arrival.warp].live();
    if (!elsewhere && (live & ~together) == 0) continue;
    lane_context where = context;
    where.warp = arrival.warp;
    report_divergence(where, arrival.site, arrival.lanes, live,
                      elsewhere ? std::optional(*elsewhere) : std::nullopt);
  }
}

void block_barriers::report_divergence(const lane_context& where, std::uint32_t site,
                                       std::uint32_t lanes, std::uint32_t live,
                                       const std::optional<conflicting_access>& elsewhere) {
  if (!where.findings->first_time(finding_kind::divergent_barrier, site)) return;
  where.findings->add(finding_kind::divergent_barrier, site, where, lanes,
                      fmt::format("a barrier is reached by lanes {:#010x} of a warp whose live "
                                  "lanes are {:#010x}",
                                  lanes, live),
                      elsewhere);
}

// All threads wait, so all that any of them did before happens before all that follows.
bool block_barriers::is_block_wide(const named_barrier& barrier) const {
  return (barrier.expected == 0 || barrier.expected == warps_->size() * 32) &&
         barrier.waiters.size() == barrier.arrivals.size();
}

void block_barriers::let_go(lane_context& context, named_barrier& barrier) {
  ++(*context.counters)[counter::block_barriers];
  if (context.phases && is_block_wide(barrier)) context.phases->end_phase();
  if (communication_log* log = context.launch->communication; log && !barrier.waiters.empty())
    log->open(context.block, index_of(barrier), barrier.waiters.front().in->op[0]);
  for (const waiting& waiter : barrier.waiters) {
    if (context.watch) {
      std::uint32_t lanes = (*warps_)[waiter.warp].splits()[waiter.warp_split].mask;
      if (barrier.divergent)
        for (const waiting& other : barrier.waiters)
          if (other.warp == waiter.warp)
            lanes |= (*warps_)[other.warp].splits()[other.warp_split].mask;
      context.watch->leave(index_of(barrier), waiter.warp, lanes, (*warps_)[waiter.warp].live());
    }
    if (context.dependency) context.dependency->synchronised(waiter.warp);
    if (context.elements) context.elements->inform(waiter.warp);
    release(waiter, barrier);
  }
  if (context.watch) context.watch->reset(index_of(barrier));
  if (context.proxy) context.proxy->synchronise();
  context.cluster->phases().note_synchronisation();
  if (context.flights) {
    std::uint32_t arrived = 0, leaving = 0;
    for (const conflicting_access& arrival : barrier.arrivals) arrived |= 1u << arrival.warp;
    for (const waiting& waiter : barrier.waiters) leaving |= 1u << waiter.warp;
    context.flights->meet(arrived, leaving);
  }
  barrier.arrived = barrier.expected = barrier.holding = barrier.voting = 0;
  barrier.waiters.clear();
  barrier.arrivals.clear();
  barrier.divergent = false;
}

void block_barriers::release(const waiting& waiter, const named_barrier& barrier) {
  warp_split& parked = (*warps_)[waiter.warp].splits()[waiter.warp_split];
  parked.now = warp_split::state::ready;
  ++parked.pc;
  const barrier_kind kind = waiter.in->barrier;
  if (kind < barrier_kind::reduce_and) return;
  auto* d = reinterpret_cast<std::uint32_t*>(registers_ + waiter.warp * register_bytes_ +
                                             waiter.in->op[3]);
  if (kind == barrier_kind::reduce_popc) {
    for_each_lane(parked.mask, [&](unsigned lane) { d[lane] = barrier.holding; });
    return;
  }
  const bool holds =
      kind == barrier_kind::reduce_or ? barrier.holding != 0 : barrier.holding == barrier.voting;
  *d = (*d & ~parked.mask) | (holds ? parked.mask : 0);
}

}  // namespace warpmark::simt
