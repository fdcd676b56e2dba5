#include <algorithm>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_dependency.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/proxy_watch.hpp"

// Branches, barriers, fences: executed by the warp, see warp.cpp.

namespace warpmark::simt {
namespace {

void fence(lane_context& context, const instruction&, std::uint32_t) {
  ++(*context.counters)[counter::fences];
  if (context.watch) context.watch->fence(context);
}

// Between threads, as opposed to one between proxies or of an mbarrier's initialisation.
void fence_threads(lane_context& context, const instruction& in, std::uint32_t active) {
  fence(context, in, active);
  if (context.flights) context.flights->inform(context.warp);
  if (context.elements) context.elements->inform(context.warp);
  context.cluster->phases().note_synchronisation();
}

void fence_async_proxy(lane_context& context, const instruction& in, std::uint32_t active) {
  fence(context, in, active);
  if (context.proxy) context.proxy->fence(context.warp);
}

// immediate: whether the arrival is relaxed.
void arrive_at_cluster(lane_context& context, const instruction& in, std::uint32_t active) {
  ++(*context.counters)[counter::barriers];
  context.polls = 0;
  ++context.changes;
  context.cluster->arrive(context.cluster_rank, context.warp, active);
  if (context.watch)
    context.watch->publish_into(context, in.immediate != 0, context.cluster->arriving());
}

void wait_for_cluster(lane_context& context, const instruction&, std::uint32_t active) {
  context.must_wait = !context.cluster->passed(context.cluster_rank, context.warp, active);
  if (context.must_wait) return;
  if (context.watch) {
    context.watch->learn(context, context.cluster->completed());
    context.watch->meet(context, context.live);
  }
  if (context.dependency) context.dependency->synchronised_widely(context.warp);
  if (context.proxy) context.proxy->synchronise();
  if (context.flights) context.flights->inform_all();
  if (context.elements) context.elements->inform(context.warp);
  context.cluster->phases().note_synchronisation();
}

void wait_for_launches(lane_context& context, const instruction&, std::uint32_t) {
  if (context.dependency) context.dependency->wait(context.warp);
}

void let_dependents_start(lane_context& context, const instruction&, std::uint32_t) {
  if (context.dependency) context.dependency->let_dependents_start();
}

// The block's time advances by the longest sleep.
void sleep(lane_context& context, const instruction& in, std::uint32_t active) {
  const auto* duration_ns = lanes_at<std::uint32_t>(context, in.op[0]);
  std::uint32_t longest = 0;
  for_each_lane(active, [&](unsigned lane) { longest = std::max(longest, duration_ns[lane]); });
  context.slept += longest;
}

bool decode_barrier(decoder& d, instruction& out) {
  out.control = flow::barrier;
  std::size_t next = 0;
  if (d.has("red")) {
    out.barrier = d.has("popc")  ? barrier_kind::reduce_popc
                  : d.has("and") ? barrier_kind::reduce_and
                                 : barrier_kind::reduce_or;
    out.op[3] = d.destination(d.at(next++), 0);
  } else if (d.has("arrive")) {
    out.barrier = barrier_kind::arrive;
  }
  out.op[0] = d.value(d.at(next++), scalar_type::u32);
  const std::size_t last = d.operands() - (d.has("red") ? 1 : 0);
  if (next < last) {
    out.counted_barrier = true;
    out.op[1] = d.value(d.at(next++), scalar_type::u32);
  }
  if (d.has("red")) {
    out.op[2] = d.predicate(d.at(next));
    if (d.at(next).negated) out.immediate = ~std::int64_t{0};
  }
  return true;
}

}  // namespace

bool decode_control(decoder& d, instruction& out) {
  out.instruction_class = counter::control_instructions;
  out.execute = nothing;
  if (d.is("bra")) {
    out.control = flow::branch;
  } else if (d.is("brx")) {
    out.control = flow::branch_table;
    out.op[0] = d.value(d.at(0), scalar_type::u32);
  } else if (d.is("ret")) {
    out.control = d.in_kernel() ? flow::exit : flow::ret;
  } else if (d.is("exit")) {
    out.control = flow::exit;
  } else if (d.is("trap") || d.is("brkpt")) {
    out.control = flow::trap;
  } else if (d.is("call") && !d.call()) {
    return true;  // Inlined: the function follows.
  } else if ((d.is("bar") || d.is("barrier")) && d.has("warp")) {
    out.control = flow::warp_barrier;
    out.op[0] = d.value(d.at(0), scalar_type::b32);
  } else if (d.is("bar") || d.is("barrier")) {
    if (!d.has("cluster")) return decode_barrier(d, out);
    out.control = d.has("wait") ? flow::wait : flow::none;
    out.immediate = d.has("relaxed") ? 1 : 0;
    out.execute = d.has("wait") ? wait_for_cluster : arrive_at_cluster;
  } else if (d.is("membar") || d.is("fence")) {
    out.instruction_class = counter::memory_instructions;
    const bool of_shared = !d.has("global");
    out.execute = d.has("proxy") && d.has("async") && of_shared ? fence_async_proxy
                  : d.has("proxy") || d.has("mbarrier_init")    ? fence
                                                                : fence_threads;
  } else if (d.is("nanosleep")) {
    out.control = flow::yield;
    out.execute = sleep;
    out.op[0] = d.value(d.at(0), scalar_type::u32);
  } else if (d.is("griddepcontrol")) {
    if (!d.has("wait") && !d.has("launch_dependents")) return false;
    out.execute = d.has("wait") ? wait_for_launches : let_dependents_start;
  } else if (!d.is("pmevent") && !d.is("setmaxnreg")) {
    return false;
  }
  return true;
}

}  // namespace warpmark::simt
