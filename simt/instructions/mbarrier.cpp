#include "simt/memory/mbarrier.hpp"

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/address_operands.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/peer_access.hpp"
#include "simt/memory/proxy_watch.hpp"
#include "simt/timing/block_timeline.hpp"
#include "simt/timing/communication_log.hpp"

// mbarrier.*: lanes are executed one by one. op[0] is the result, op[1] a count or state, op[2] a
// second count.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

[[noreturn]] void fail(const lane_context& context, const instruction& in, unsigned lane,
                       const std::string& why) {
  const code_place& place = context.program->places[in.site];
  throw device_error(fmt::format(
      "simt: kernel {}: mbarrier at PTX line {} (source line {}), {}: {}", context.program->name,
      place.ptx_line, place.source.line, who(context, lane), why));
}

std::byte* barrier_bytes(lane_context& context, const instruction& in, unsigned lane) {
  const u64 address = without_window(lane_address(context, in, 0, lane));
  if (address % 8 != 0)
    fail(context, in, lane, fmt::format("the address {:#x} is not a multiple of 8", address));
  std::byte* bytes = context.cluster->shared(address, 8, context.cluster_rank);
  if (!bytes)
    fail(context, in, lane, fmt::format("the address {:#x} is outside shared memory", address));
  check_peer_access(context, in, 1u << lane, address);
  return bytes;
}

mbarrier_phases::user user_of(const lane_context& context) {
  return {context.cluster_rank, context.warp};
}

void report_barrier(lane_context& context, const instruction& in, unsigned lane, finding_kind kind,
                    const std::string& why, const std::optional<conflicting_access>& other = {}) {
  if (context.findings->first_time(kind, in.site))
    context.findings->add(kind, in.site, context, 1u << lane, why, other);
}

// The object must be initialised, and the warp must know.
void check_use(lane_context& context, const instruction& in, unsigned lane,
               const std::byte* bytes) {
  const mbarrier_phases& phases = context.cluster->phases();
  if (!phases.is_initialised(bytes))
    return report_barrier(context, in, lane, finding_kind::mbarrier_not_initialised,
                          "use of an mbarrier that is not initialised");
  if (const auto* begin = phases.unseen(bytes, user_of(context)))
    report_barrier(
        context, in, lane, finding_kind::mbarrier_not_initialised,
        "use of an mbarrier that another warp has initialised; no barrier orders the two",
        conflicting_access{begin->site, context.block - context.cluster_rank + begin->by.rank,
                           begin->by.warp, 1});
}

// Stores the object; notes if its phase has completed.
void put(lane_context& context, std::byte* bytes, const mbarrier& before, const mbarrier& now) {
  if (before.odd != now.odd) {
    context.cluster->phases().complete(bytes);
    if (context.timeline) context.timeline->complete_phase(bytes);
  }
  now.store(bytes);
}

// Completed copies of the barrier, when only copies are pending.
void take_completions(lane_context& context, std::byte* bytes, mbarrier& barrier) {
  pending_copies& copies = context.cluster->copies();
  if (barrier.pending != copies.expected_arrivals(bytes)) return;
  const auto done = copies.complete(bytes);
  if (context.flights) land_copies(context);
  if (context.elements) land_element_copies(context);
  const mbarrier before = barrier;
  if (done.arrivals == 0 && done.bytes == 0) return;
  barrier.pending -= done.arrivals;
  barrier.bytes -= static_cast<std::int64_t>(done.bytes);
  barrier.end_phase_if_complete();
  put(context, bytes, before, barrier);
  ++context.changes;
}

template <class Change>
void for_each_barrier(lane_context& context, const instruction& in, u32 active, Change&& change) {
  context.polls = 0;
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    std::byte* bytes = barrier_bytes(context, in, lane);
    const mbarrier before = mbarrier::load(bytes);
    mbarrier barrier = before;
    change(lane, bytes, barrier);
    put(context, bytes, before, barrier);
  });
}

void initialise(lane_context& context, const instruction& in, u32 active) {
  const auto* count = lanes_at<u32>(context, in.op[1]);
  for_each_lane(active, [&](unsigned lane) {
    std::byte* bytes = barrier_bytes(context, in, lane);
    if (count[lane] == 0 || count[lane] > mbarrier::most)
      fail(context, in, lane, fmt::format("init with a count of {}", count[lane]));
    mbarrier{count[lane], count[lane], 0, false}.store(bytes);
    context.cluster->phases().initialise(bytes, in.site, user_of(context));
    if (context.timeline) context.timeline->begin_mbarrier(bytes);
  });
  context.polls = 0;
  ++context.changes;
}

void invalidate(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    std::byte* bytes = barrier_bytes(context, in, lane);
    mbarrier{}.store(bytes);
    context.cluster->phases().invalidate(bytes);
  });
  context.polls = 0;
  ++context.changes;
}

// The count of bytes is at most 2^20 - 1 (PTX ISA, "Tracking asynchronous operations").
void expect(lane_context& context, const instruction& in, unsigned lane, mbarrier& barrier,
            u32 bytes) {
  barrier.bytes += bytes;
  if (barrier.bytes <= std::int64_t{mbarrier::most}) return;
  const std::string why = fmt::format("{} more bytes are expected, now {}; at most {} can be",
                                      bytes, barrier.bytes, mbarrier::most);
  report_barrier(context, in, lane, finding_kind::mbarrier_overflow, why);
  fail(context, in, lane, why);
}

// op[0] state, op[1] arrivals, op[2] bytes to expect; immediate: whether it is relaxed.
template <bool drops>
void arrive(lane_context& context, const instruction& in, u32 active) {
  const published_clocks clocks =
      context.watch ? context.watch->publish(context, in.immediate != 0) : published_clocks{};
  for_each_barrier(context, in, active, [&](unsigned lane, std::byte* bytes, mbarrier& barrier) {
    const u32 count = lanes_at<u32>(context, in.op[1])[lane];
    check_use(context, in, lane, bytes);
    if (barrier.pending < count) take_completions(context, bytes, barrier);
    if (barrier.pending < count) {
      const std::string why = fmt::format("{} arrivals where {} are pending of {}", count,
                                          barrier.pending, barrier.expected);
      if (context.cluster->phases().is_initialised(bytes))
        report_barrier(context, in, lane, finding_kind::mbarrier_overflow, why);
      fail(context, in, lane, why + "; is it initialised?");
    }
    context.cluster->phases().arrive(bytes, user_of(context), clocks);
    if (context.timeline) context.timeline->arrive_at_mbarrier(bytes);
    lanes_at<u64>(context, in.op[0])[lane] = barrier.pack();
    expect(context, in, lane, barrier, lanes_at<u32>(context, in.op[2])[lane]);
    barrier.pending -= count;
    if (drops) barrier.expected -= count;
    barrier.end_phase_if_complete();
  });
}

template <bool completes>
void change_bytes(lane_context& context, const instruction& in, u32 active) {
  const auto* count = lanes_at<u32>(context, in.op[1]);
  for_each_barrier(context, in, active, [&](unsigned lane, std::byte* bytes, mbarrier& barrier) {
    check_use(context, in, lane, bytes);
    if (completes) {
      barrier.bytes -= count[lane];
      barrier.end_phase_if_complete();
    } else {
      expect(context, in, lane, barrier, count[lane]);
    }
  });
}

// What waiting threads learn: all that happened before the arrivals, and that the copies are there.
void learn_phase(lane_context& context, const std::byte* bytes) {
  if (context.watch) {
    for (const auto& [by, clocks] : context.cluster->phases().published(bytes))
      context.watch->learn(context, clocks);
    context.watch->meet(context, context.live);
  }
  if (context.flights) context.flights->inform(context.warp, bytes);
  if (context.elements) context.elements->inform(context.warp);
}

void note_poll(lane_context& context, const instruction& in, unsigned lane, const std::byte* bytes,
               bool phase, bool passed) {
  const auto completed = context.cluster->phases().poll(bytes, user_of(context), phase, passed);
  if (completed >= 2)
    report_barrier(context, in, lane, finding_kind::mbarrier_phase_reuse,
                   fmt::format("waits for the mbarrier's phase of parity {}; {} phases have "
                               "completed since it began to, so that it missed the first one",
                               phase ? 1 : 0, completed));
}

// Without success the warp yields: a waiting loop usually retries at once.
template <bool by_parity>
void test(lane_context& context, const instruction& in, u32 active) {
  auto* p = lanes_at<u32>(context, in.op[0]);
  u32 passed = 0;
  const std::byte* last_bytes = nullptr;
  bool last_phase = false, last_success = false;
  for_each_lane(active, [&](unsigned lane) {
    std::byte* bytes = barrier_bytes(context, in, lane);
    const bool phase = by_parity ? (lanes_at<u32>(context, in.op[1])[lane] & 1) != 0
                                 : mbarrier::unpack(lanes_at<u64>(context, in.op[1])[lane]).odd;
    // Most often all lanes ask the same.
    if (bytes == last_bytes && phase == last_phase) {
      if (last_success) passed |= 1u << lane;
      return;
    }
    mbarrier barrier = mbarrier::load(bytes);
    check_use(context, in, lane, bytes);
    if (barrier.odd == phase) take_completions(context, bytes, barrier);
    const bool success = barrier.odd != phase;
    note_poll(context, in, lane, bytes, phase, success);
    last_bytes = bytes, last_phase = phase, last_success = success;
    if (!success) return;
    passed |= 1u << lane;
    learn_phase(context, bytes);
    if (context.timeline) context.timeline->pass_mbarrier(bytes);
  });
  *p = (*p & ~active) | passed;
  if (passed != 0 && context.dependency) context.dependency->synchronised_widely(context.warp);
  if (communication_log* log = context.launch->communication)
    log->test(place_in_log(context, in), passed == active);
  if (passed != active) {
    context.yields = true;
    if (context.timeline) context.timeline->fail_poll();
  }
  if (passed == 0) return;
  if (context.proxy) context.proxy->synchronise();
  context.cluster->phases().note_synchronisation();
}

void read_pending(lane_context& context, const instruction& in, u32 active) {
  const auto* state = lanes_at<u64>(context, in.op[1]);
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = mbarrier::unpack(state[lane]).pending; });
}

// cp.async.mbarrier.arrive: the arrival happens when the thread's copies are complete.
template <bool adds_one>
void arrive_later(lane_context& context, const instruction& in, u32 active) {
  if (context.elements) context.elements->promise(context, active);
  const published_clocks clocks =
      context.watch ? context.watch->publish(context) : published_clocks{};
  for_each_barrier(context, in, active, [&](unsigned lane, std::byte* bytes, mbarrier& barrier) {
    check_use(context, in, lane, bytes);
    context.cluster->phases().arrive(bytes, user_of(context), clocks);
    if (adds_one) ++barrier.pending;
    context.cluster->copies().arrive_when_complete(thread_in_cluster(context, lane), bytes);
  });
}

void decode_arrive(decoder& d, instruction& out, std::size_t address) {
  const bool drops = d.is("mbarrier") && d.has("arrive_drop");
  const bool bytes = d.has("expect_tx");
  const operand one{.what = operand::kind::integer, .bits = 1};
  const operand none{.what = operand::kind::integer};
  const bool given = d.operands() > address + 1;
  out.execute = drops ? arrive<true> : arrive<false>;
  out.immediate = d.has("relaxed") ? 1 : 0;
  out.op[0] = d.destination(address == 0 ? operand{} : d.at(0), 0);
  out.op[1] = d.value(given && !bytes ? d.at(address + 1) : one, scalar_type::u32);
  out.op[2] = d.value(bytes ? d.at(address + 1) : none, scalar_type::u32);
}

}  // namespace

bool decode_mbarrier(decoder& d, instruction& out) {
  const bool later = d.is("cp") && d.has("async") && d.has("mbarrier") && d.has("arrive");
  if (!d.is("mbarrier") && !later) return false;
  out.instruction_class = counter::control_instructions;
  if (d.has("pending_count")) {
    out.execute = read_pending;
    out.op[0] = d.destination(d.at(0), 4);
    out.op[1] = d.value(d.at(1), scalar_type::b64);
    return true;
  }
  const std::size_t address = d.at(0).what == operand::kind::address ? 0 : 1;
  std::vector<address_source> addresses;
  add_address(d, d.at(address), addresses);
  out.target = d.address_list(std::move(addresses));
  if (later) {
    out.execute = d.has("noinc") ? arrive_later<false> : arrive_later<true>;
  } else if (d.has("init")) {
    out.execute = initialise;
    out.op[1] = d.value(d.at(1), scalar_type::u32);
  } else if (d.has("inval")) {
    out.execute = invalidate;
  } else if (d.has("test_wait") || d.has("try_wait")) {
    const bool parity = d.has("parity");
    out.execute = parity ? test<true> : test<false>;
    out.control = flow::wait;
    out.op[0] = d.destination(d.at(0), 0);
    out.op[1] = d.value(d.at(2), parity ? scalar_type::u32 : scalar_type::b64);
  } else if (d.has("arrive") || d.has("arrive_drop")) {
    decode_arrive(d, out, address);
  } else if (d.has("expect_tx") || d.has("complete_tx")) {
    out.execute = d.has("complete_tx") ? change_bytes<true> : change_bytes<false>;
    out.op[1] = d.value(d.at(1), scalar_type::u32);
  } else {
    return false;
  }
  return true;
}

}  // namespace warpmark::simt
