#include "bench/backends/simt/execution/block_barriers.hpp"

#include <bit>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"
#include "bench/backends/simt/finding_log.hpp"
#include "bench/backends/simt/instructions/lanes.hpp"
#include "bench/backends/simt/memory/access_watch.hpp"

namespace warpmark::simt {

void block_barriers::start(std::vector<warp>& warps, std::byte* registers,
                           std::size_t register_bytes) {
  warps_ = &warps;
  registers_ = registers;
  register_bytes_ = register_bytes;
  for (named_barrier& each : barriers_) {
    each.arrived = each.expected = each.holding = each.voting = 0;
    each.waiters.clear();
  }
}

void block_barriers::arrive(lane_context& context, const instruction& in, std::uint32_t index) {
  const warp& mine = (*warps_)[context.warp];
  const std::uint32_t lanes = mine.fragments()[index].mask;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const std::uint32_t id = lanes_at<std::uint32_t>(context, in.op[0])[first];
  if (id >= barriers_.size()) throw device_error(fmt::format("simt: there is no barrier {}", id));
  named_barrier& barrier = barriers_[id];
  const std::uint32_t count =
      in.counted_barrier ? lanes_at<std::uint32_t>(context, in.op[1])[first] : 0;
  if (barrier.arrived != 0)
    check_count(context, in, barrier, count);
  else
    barrier.first = {in.site, context.block, context.warp, lanes};
  ++(*context.counters)[counter::barriers];
  const bool whole = lanes == mine.live();
  if (!whole && context.findings->first_time(finding_kind::divergent_barrier, in.site))
    context.findings->add(
        finding_kind::divergent_barrier, in.site, context, lanes,
        fmt::format("barrier {} reached by lanes {:#010x} of a warp whose live lanes are {:#010x}",
                    id, lanes, mine.live()));
  if (in.counted_barrier) {
    barrier.expected = count;
    // A counted barrier counts warps, 32 threads each.
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
  complete_if_full(context, barrier);
}

// All that come to one barrier must agree on how many they are.
void block_barriers::check_count(lane_context& context, const instruction& in,
                                 const named_barrier& barrier, std::uint32_t count) {
  const auto all = static_cast<std::uint32_t>(warps_->size() * 32);
  const auto resolved = [&](std::uint32_t given) { return given == 0 ? all : given; };
  if (resolved(count) == resolved(barrier.expected)) return;
  if (!context.findings->first_time(finding_kind::barrier_mismatch, in.site, barrier.first.site))
    return;
  const auto text = [](std::uint32_t given) {
    return given == 0 ? std::string("all threads") : fmt::format("{} threads", given);
  };
  context.findings->add(finding_kind::barrier_mismatch, in.site, context,
                        (*warps_)[context.warp].live(),
                        fmt::format("barrier {} of {} here, of {} where the first warp came to it",
                                    index_of(barrier), text(count), text(barrier.expected)),
                        barrier.first);
}

void block_barriers::recheck(lane_context& context) {
  for (named_barrier& each : barriers_)
    if (each.arrived != 0) complete_if_full(context, each);
}

void block_barriers::complete_if_full(lane_context& context, named_barrier& barrier) {
  std::uint32_t expected = barrier.expected;
  if (expected == 0)
    for (const warp& each : *warps_)
      expected += static_cast<std::uint32_t>(std::popcount(each.live()));
  if (barrier.arrived < expected) return;
  ++(*context.counters)[counter::block_barriers];
  for (const waiting& each : barrier.waiters) {
    if (context.watch) {
      const warp& waiter = (*warps_)[each.warp];
      context.watch->leave(index_of(barrier), each.warp, waiter.fragments()[each.fragment].mask,
                           waiter.live());
    }
    release(each, barrier);
  }
  if (context.watch) context.watch->reset(index_of(barrier));
  barrier.arrived = barrier.expected = barrier.holding = barrier.voting = 0;
  barrier.waiters.clear();
}

void block_barriers::release(const waiting& each, const named_barrier& barrier) {
  fragment& parked = (*warps_)[each.warp].fragments()[each.fragment];
  parked.now = fragment::state::ready;
  ++parked.pc;
  const barrier_kind kind = each.in->barrier;
  if (kind < barrier_kind::reduce_and) return;
  auto* d =
      reinterpret_cast<std::uint32_t*>(registers_ + each.warp * register_bytes_ + each.in->op[3]);
  if (kind == barrier_kind::reduce_popc) {
    for_each_lane(parked.mask, [&](unsigned lane) { d[lane] = barrier.holding; });
    return;
  }
  const bool holds =
      kind == barrier_kind::reduce_or ? barrier.holding != 0 : barrier.holding == barrier.voting;
  *d = (*d & ~parked.mask) | (holds ? parked.mask : 0);
}

}  // namespace warpmark::simt
