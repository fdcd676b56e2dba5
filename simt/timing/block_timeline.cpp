#include "simt/timing/block_timeline.hpp"

#include <algorithm>
#include <cmath>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t line_bytes = 128;

// Beyond this many sectors the block's history is dropped to bound the host's memory.
constexpr std::size_t max_history = 1 << 20;

std::uint64_t whole(double cycles) { return static_cast<std::uint64_t>(std::llround(cycles)); }

}  // namespace

block_timeline::block_timeline(const kernel_program& program, const model::card_constants& card,
                               std::uint64_t l1_bytes_per_warp, const warm_memory& warm)
    : program_(program),
      card_(card),
      warm_(warm),
      lines_a_warp_(std::max<std::size_t>(1, l1_bytes_per_warp / line_bytes)) {
  const auto set = [&](unit on, double latency) {
    latency_[static_cast<std::size_t>(on)] = whole(latency);
  };
  set(unit::integer, card.integer_latency_cycles);
  set(unit::float32, card.float32_latency_cycles);
  set(unit::float64, card.float64_latency_cycles);
  set(unit::conversion, card.conversion_latency_cycles);
  set(unit::special, card.special_latency_cycles);
  set(unit::shuffle, card.shuffle_latency_cycles);
  set(unit::match, card.match_latency_cycles);
  set(unit::control, card.integer_latency_cycles);
}

void block_timeline::start(std::size_t warps) {
  warps_.assign(warps, {});
  for (warp_state& warp : warps_) warp.ready.assign(program_.register_count, 0);
  fetched_.clear();
  from_dram_.clear();
  last_global_load_ = 0;
  cost_ = {};
}

void block_timeline::issue(std::uint32_t warp, const instruction& in, std::uint32_t active) {
  warp_state& state = warps_[warp];
  if (state.waits_at != 0) leave_barrier(warp);
  ++cost_.instructions;
  ++state.instructions;
  if (in.site >= program_.timings.size()) return;  // the exit after the last statement
  const instruction_timing& timing = program_.timings[in.site];
  cycles at = std::max(state.begun, state.guarded);
  for (const std::uint32_t read : timing.reads) at = std::max(at, state.ready[read]);
  if (timing.on == unit::none) {
    // A move forwards the time at which its source is ready.
    for (const std::uint32_t write : timing.writes)
      state.ready[write] = timing.reads.empty() ? 0 : at;
    return;
  }
  at = std::max(at, state.begun + state.slots);
  if (timing.on == unit::memory) at = std::max({at, state.begun + state.memory_busy, state.stored});
  const auto on = static_cast<std::size_t>(timing.on);
  cost_.issued[on] += timing.issues;
  state.slots += timing.issues;
  state.latest = std::max(state.latest, at + timing.issues);
  for (const std::uint32_t write : timing.writes)
    state.ready[write] = at + timing.issues - 1 + latency_[on];
  if (timing.on == unit::memory && timing.writes.empty()) state.stored = at;
  warp_ = warp;
  site_ = in.site;
  issued_at_ = at;
  if (in.control != flow::none) follow_control(state, in, active, at);
}

// Short forward branches become guards, which delay the guarded instructions but do not order
// others.
void block_timeline::follow_control(warp_state& state, const instruction& in, std::uint32_t active,
                                    cycles at) {
  const auto known = at + latency_[static_cast<std::size_t>(unit::control)];
  if (program_.timings[in.site].guards) {
    state.guarded = std::max(state.guarded, at);
  } else if (in.control == flow::branch || in.control == flow::warp_barrier) {
    state.latest = std::max(state.latest, known);
    end_stretch(state);
  } else if (in.control == flow::barrier && active != 0) {
    end_stretch(state);
    if (in.barrier != barrier_kind::arrive) state.waits_at = in.op[0] + 1;
  }
}

void block_timeline::end_stretch(warp_state& state) {
  state.begun = std::max(state.latest, state.begun + state.slots);
  state.slots = state.memory_busy = 0;
}

// All warps that wait at this barrier continue together, since the interpreter releases none before
// all have arrived.
void block_timeline::leave_barrier(std::uint32_t warp) {
  const std::uint32_t where = warps_[warp].waits_at;
  cycles last = 0;
  std::uint64_t waiting = 0;
  for (const warp_state& state : warps_) {
    if (state.waits_at != where) continue;
    last = std::max(last, state.begun);
    ++waiting;
  }
  const cycles released =
      last + whole(card_.barrier_latency_cycles +
                   card_.barrier_per_warp_cycles * static_cast<double>(waiting - 1));
  for (warp_state& state : warps_) {
    if (state.waits_at != where) continue;
    state.begun = state.latest = released;
    state.waits_at = 0;
  }
}

void block_timeline::occupy_memory(warp_state& state, cycles busy) {
  state.memory_busy += std::max<cycles>(1, busy);
}

void block_timeline::access(const simt::access& access, unsigned amount) {
  warp_state& state = warps_[warp_];
  const instruction_timing& timing = program_.timings[site_];
  const unsigned more = std::max(1u, amount) - 1;
  cycles there = issued_at_;
  if (access.space == state_space::shared) {
    const cycles busy = whole(more / card_.shared_wavefronts_per_cycle);
    there += whole(card_.shared_latency_cycles) + busy;
    occupy_memory(state, busy);
  } else if (access.space == state_space::global && access.kind == access_kind::load) {
    last_global_load_ = std::max(last_global_load_, issued_at_);
    std::uint64_t last = ~std::uint64_t{0}, last_line = last;
    unsigned lines = 0;
    for_each_lane(access.active, [&](unsigned lane) {
      const std::uint64_t sector = access.address[lane] / sector_bytes;
      if (sector == last) return;
      last = sector;
      lines += sector / sectors_a_line != last_line;
      last_line = sector / sectors_a_line;
      there = std::max(there, load_sector(state, sector));
    });
    cost_.loaded_lines += lines;
    const cycles busy = whole((lines - 1) / card_.l1_lines_per_cycle);
    there += busy;
    occupy_memory(state, busy);
  } else if (access.kind == access_kind::atomic) {
    there += whole(card_.global_atomic_latency_cycles);
  } else if (access.space == state_space::local) {
    there += whole(card_.l1_latency_cycles);
  }
  for (const std::uint32_t write : timing.writes)
    state.ready[write] = std::max(state.ready[write], there);
}

// When a sector is available to this warp: it may be in L1, in flight for another warp, or must be
// fetched.
block_timeline::cycles block_timeline::load_sector(warp_state& state, std::uint64_t sector) {
  ++cost_.loaded_sectors;
  cached_line& line = line_of(state, sector / sectors_a_line);
  cycles& filled = line.filled[sector % sectors_a_line];
  const cycles from_l1 = issued_at_ + whole(card_.l1_latency_cycles);
  if (filled == 0) {
    const auto owner = fetched_.find(sector);
    if (owner != fetched_.end() && owner->second.warp != warp_) {
      filled = owner->second.filled;
    } else {
      ++cost_.missed_sectors;
      filled = fetch(sector);
      fetched_[sector] = {warp_, filled};
    }
  }
  return std::max(from_l1, filled);
}

// Fetches a sector from L2, or from DRAM into L2 together with its neighbours.
block_timeline::cycles block_timeline::fetch(std::uint64_t sector) {
  const cycles from_l2 = issued_at_ + whole(card_.l2_latency_cycles);
  if (warm_.holds(sector * sector_bytes)) return from_l2;
  const auto neighbours = static_cast<std::uint64_t>(card_.dram_fetch_bytes) / sector_bytes;
  if (fetched_.size() > max_history) fetched_.clear();
  if (from_dram_.size() > max_history) from_dram_.clear();
  const auto [found, added] = from_dram_.try_emplace(sector / neighbours, 0);
  if (added) found->second = issued_at_ + whole(card_.dram_latency_cycles);
  return std::max(from_l2, found->second);
}

block_timeline::cached_line& block_timeline::line_of(warp_state& state, std::uint64_t line) {
  const auto [found, added] = state.lines.try_emplace(line);
  if (!added) return found->second;
  if (state.order.size() < lines_a_warp_) {
    state.order.push_back(line);
  } else {
    state.lines.erase(state.order[state.oldest]);
    state.order[state.oldest] = line;
    state.oldest = (state.oldest + 1) % lines_a_warp_;
  }
  return found->second;
}

model::block_cost block_timeline::cost() const {
  model::block_cost result = cost_;
  for (const warp_state& warp : warps_) {
    cycles end = std::max(warp.latest, warp.begun + warp.slots);
    for (const cycles ready : warp.ready) end = std::max(end, ready);
    result.path_cycles = std::max<double>(result.path_cycles, static_cast<double>(end));
    result.longest_warp_instructions =
        std::max(result.longest_warp_instructions, warp.instructions);
  }
  result.drain_cycles = result.path_cycles - static_cast<double>(last_global_load_);
  return result;
}

}  // namespace warpmark::simt
