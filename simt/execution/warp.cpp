#include "simt/execution/warp.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block_barriers.hpp"
#include "simt/execution/branch_trace.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/ptx/control_flow.hpp"
#include "simt/timing/block_timeline.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using state = warp_split::state;

// After this many polls without progress the warp yields.
constexpr std::uint64_t polls_per_turn = 16;

[[noreturn]] void report_trap(const kernel_program& program, const lane_context& context, u32 pc,
                              u32 active) {
  const bool grid = program.reads_grid_workspace && context.launch->grid_workspace == 0;
  throw device_error(
      fmt::format("simt: trap in kernel {} at {}, {}{}", program.name, place_text(program, pc),
                  who(context, static_cast<unsigned>(std::countr_zero(active))),
                  grid ? "; it synchronises the grid, which requires a cooperative launch" : ""));
}

}  // namespace

void warp::start(u32 lanes) {
  splits_.clear();
  joins_.clear();
  live_ = lanes;
  turn_ = 0;
  splits_.push_back({0, lanes, -1, state::ready});
}

turn_end warp::run(const kernel_program& program, lane_context& context, block_barriers& barriers,
                   std::uint64_t quantum) {
  context.live = live_;
  context.polls = 0;
  std::uint64_t budget = quantum;
  std::size_t spins = 0;
  for (;;) {
    const std::int32_t index = pick();
    if (index < 0) {
      if (live_ == 0) return turn_end::finished;
      if (!resolve(program, context)) return turn_end::blocked;
      continue;
    }
    const stop why = run_split(program, context, barriers, static_cast<u32>(index), budget);
    if (why == stop::parked) continue;
    turn_ = static_cast<u32>(index) + 1;
    if (why == stop::quantum) return turn_end::quantum;
    // Every warp split runs once before the warp counts as polling: one of them may be what the
    // others wait for.
    if (++spins >= ready_splits()) return turn_end::spinning;
    context.polls = 0;
  }
}

std::size_t warp::ready_splits() const {
  return static_cast<std::size_t>(std::count_if(
      splits_.begin(), splits_.end(), [](const warp_split& f) { return f.now == state::ready; }));
}

std::int32_t warp::pick() const {
  const auto count = static_cast<u32>(splits_.size());
  for (u32 i = 0; i < count; ++i) {
    const u32 at = (turn_ + i) % count;
    if (splits_[at].now == state::ready) return static_cast<std::int32_t>(at);
  }
  return -1;
}

// Executes instructions without control flow, all with the same lanes.
void warp::run_straight(const instruction* first, u32 count, u32 mask, std::uint64_t lanes,
                        lane_context& context) {
  site_counters& all = *context.all_counters;
  all.issue(first->site, count, lanes);
  context.steps += count;
  context.steps_end = first->site + count;
  context.counters = &all.of(first->site);
  const bool detailed = all.are_apart() || context.timeline != nullptr;
  const instruction* in = first;
  try {
    for (const instruction* const end = first + count; in != end; ++in) {
      const u32 active = active_lanes(context, *in, mask);
      if (detailed) {
        context.counters = &all.of(in->site);
        if (context.timeline) context.timeline->issue(context.warp, *in, active, mask);
      }
      if (active != 0) in->execute(context, *in, active);
    }
  } catch (...) {
    const u32 done = in->site + 1 - first->site;
    all.take_back(in->site + 1, count - done, lanes);
    context.steps -= count - done;
    throw;
  }
}

warp::stop warp::run_split(const kernel_program& program, lane_context& context,
                           block_barriers& barriers, u32 index, std::uint64_t& budget) {
  const instruction* const code = program.code.data();
  u32 pc = splits_[index].pc, mask = splits_[index].mask;
  std::int32_t join = splits_[index].join;
  u32 meeting = meeting_of(join);
  auto lanes = static_cast<std::uint64_t>(std::popcount(mask));
  const auto store = [&] { splits_[index].pc = pc; };
  const auto reload = [&] {
    const warp_split& now = splits_[index];
    pc = now.pc, mask = now.mask, join = now.join;
    meeting = meeting_of(join);
    lanes = static_cast<std::uint64_t>(std::popcount(mask));
  };
  for (;;) {
    if (pc == meeting) {
      store();
      if (!arrive(index)) return stop::parked;
      reload();
      continue;
    }
    const instruction& in = code[pc];
    if (budget == 0) return store(), stop::quantum;
    if (in.straight != 0) {
      const u32 count = static_cast<u32>(std::min<std::uint64_t>(in.straight, budget));
      budget -= count;
      run_straight(&in, count, mask, lanes, context);
      pc += count;
      continue;
    }
    const u32 active = active_lanes(context, in, mask);
    --budget;
    ++context.steps;
    context.steps_end = pc + 1;
    context.all_counters->issue(pc, 1, lanes);
    counter_set& counters = context.all_counters->of(pc);
    context.counters = &counters;
    if (context.timeline) context.timeline->issue(context.warp, in, active, mask);
    switch (in.control) {
      case flow::branch: {
        ++counters[counter::branches];
        if (active == mask) {
          const bool back = in.target <= pc;
          if (back && context.branches) context.branches->note(pc);
          pc = in.target;
          if (back && context.polls >= polls_per_turn) return store(), stop::spinning;
        } else if (active == 0) {
          ++pc;
          if (context.polls >= 4 * polls_per_turn) return store(), stop::spinning;
        } else {
          ++counters[counter::divergent_branches];
          if (in.target <= pc && context.branches) context.branches->note(pc);
          store();
          split(index, active, in.target, pc + 1, in.reconvergence);
          reload();
        }
        break;
      }
      case flow::branch_table:
        ++counters[counter::branches];
        if (active == 0) {
          ++pc;
          break;
        }
        if (context.branches) context.branches->note(pc);
        store();
        take_table_branch(program, context, index, active);
        reload();
        break;
      case flow::call:
        if (active == 0) {
          ++pc;
          break;
        }
        store();
        if (active != mask) split(index, mask & ~active, pc + 1, pc, pc + 1);
        call(program, context, index);
        reload();
        break;
      case flow::ret:
        if (active == 0) {
          ++pc;
          break;
        }
        store();
        if (!return_from_call(program, context, index, active)) return stop::parked;
        reload();
        break;
      case flow::exit: {
        store();
        if (active != mask) {
          splits_[index].mask &= ~active;
          splits_[index].pc = pc + 1;
        } else {
          splits_[index].now = state::free;
        }
        exit_lanes(active);
        context.live = live_;
        barriers.recheck(context);
        if (active == mask) return stop::parked;
        reload();
        break;
      }
      case flow::trap:
        if (active == 0) {
          ++pc;
          break;
        }
        report_trap(program, context, pc, active);
      case flow::barrier:
        if (active == 0) {
          ++pc;
          break;
        }
        store();
        if (active != mask) {
          // Lanes whose guard does not hold skip the instruction.
          split(index, mask & ~active, pc + 1, pc, pc + 1);
          reload();
        }
        if (in.barrier == barrier_kind::arrive) {
          barriers.arrive(context, in, index);
          ++pc;
          break;
        }
        splits_[index].now = state::at_barrier;
        barriers.arrive(context, in, index);
        if (splits_[index].now != state::ready) return stop::parked;
        reload();
        break;
      case flow::wait:
        if (active != 0) {
          in.execute(context, in, active);
          if (context.must_wait) {
            // A retried instruction is counted when it succeeds.
            context.must_wait = false;
            context.all_counters->take_back(pc, 1, lanes);
            ++context.retries;
            context.polls += polls_per_turn;
            return store(), stop::spinning;
          }
          if (context.yields) {
            context.yields = false;
            ++pc;
            return store(), stop::spinning;
          }
        }
        ++pc;
        break;
      case flow::warp_barrier:
        store();
        if (active != 0 && !pass_warp_barrier(in, context, index)) return stop::parked;
        pc = splits_[index].pc = pc + 1;
        break;
      case flow::collective:
        if (active != 0) {
          store();
          if (!run_collective(in, context, index, active)) return stop::parked;
        }
        ++pc;
        break;
      default:  // yield
        if (active != 0) in.execute(context, in, active);
        ++pc;
        context.polls += polls_per_turn;
        return store(), stop::spinning;
    }
  }
}

}  // namespace warpmark::simt
