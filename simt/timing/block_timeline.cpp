#include "simt/timing/block_timeline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simt/instructions/lanes.hpp"
#include "simt/memory/address_costs.hpp"
#include "simt/memory/shared_window.hpp"

namespace warpmark::simt {

block_timeline::block_timeline(const kernel_program& program, const model::card_constants& card,
                               int multiprocessors, const cache_share& shares,
                               const warm_memory& warm, bool all_in_l2)
    : program_(program),
      card_(card),
      warm_(warm),
      multiprocessors_(std::max(1, multiprocessors)),
      shares_(shares),
      caches_(card, shares, warm, all_in_l2) {
  const auto set = [&](unit on, double latency) {
    latency_[static_cast<std::size_t>(on)] = whole_cycles(latency);
  };
  set(unit::integer, card.integer_latency_cycles);
  set(unit::logic, card.logic_latency_cycles);
  set(unit::float32, card.float32_latency_cycles);
  set(unit::float64, card.float64_latency_cycles);
  set(unit::conversion, card.conversion_latency_cycles);
  set(unit::special, card.special_latency_cycles);
  set(unit::shuffle, card.shuffle_latency_cycles);
  set(unit::match, card.match_latency_cycles);
  set(unit::control, card.integer_latency_cycles);
  // Each scheduler has these units of its own: NVIDIA H100 Tensor Core GPU Architecture, 2022.
  const auto divide = [&](unit on, double per_cycle) {
    unit_cycles_[static_cast<std::size_t>(on)] = card.issue_per_cycle / per_cycle;
  };
  divide(unit::integer, card.integer_per_cycle);
  divide(unit::logic, card.logic_per_cycle);
  divide(unit::float32, card.float32_per_cycle);
  divide(unit::conversion, card.conversion_per_cycle);
  divide(unit::special, card.special_per_cycle);
  jump_cycles_ = whole_cycles(card.jump_latency_cycles);
  guard_delay_ = whole_cycles(std::max(0.0, card.guard_latency_cycles - card.logic_latency_cycles));
}

void block_timeline::follow_in_l2() {
  in_l2_ =
      std::make_unique<block_timeline>(program_, card_, multiprocessors_, shares_, warm_, true);
}

void block_timeline::start(std::size_t warps, std::uint32_t cluster_rank) {
  if (in_l2_) in_l2_->start(warps, cluster_rank);
  cluster_rank_ = cluster_rank;
  warps_.assign(warps, {});
  for (warp_state& warp : warps_) warp.ready.assign(program_.register_count, {});
  caches_.start(warps);
  mbarriers_.clear();
  arrived_.clear();
  cluster_phases_.clear();
  graph_.clear();
  stages_.start(warps);
  last_global_load_ = 0;
  cost_ = {};
}

void block_timeline::issue(std::uint32_t warp, const instruction& in, std::uint32_t active,
                           std::uint32_t together) {
  if (in_l2_) in_l2_->issue(warp, in, active, together);
  warp_state& state = warps_[warp];
  if (state.waits_at != 0) leave_barrier(warp);
  const bool is_code = in.site < program_.timings.size();
  const cluster_step cluster = is_code ? program_.timings[in.site].cluster : cluster_step::none;
  if (state.waits_for_cluster) {
    if (cluster == cluster_step::wait) return;  // not all have arrived yet: it asks again
    leave_cluster_barrier(warp);
  }
  ++state.instructions;
  if (!is_code) return;  // the exit after the last statement
  if (in.control == flow::wait) {
    if (state.failed_test == in.site) {
      // Failed tests take no time, but the launch counts their instructions.
      const std::uint64_t instructions = state.instructions;
      const auto issued = state.issued;
      static_cast<progress&>(state) = state.before_test;
      state.instructions = instructions;
      state.issued = issued;
      stages_.drop(warp, state.stages_before_test, state.tested);
    }
    state.failed_test = no_site;
    state.before_test = state;
  }
  const instruction_timing& timing = program_.timings[in.site];
  moment at = later(state.begun, state.guarded);
  for (const std::uint32_t read : timing.reads) delay(at, state.ready[read]);
  for (std::size_t i = 0; i < timing.guarding_reads && i < timing.reads.size(); ++i)
    delay(at, state.ready[timing.reads[i]] + guard_delay_);
  if (timing.opens_region) open_region(warp, at);
  if (timing.spill_loads + timing.spill_stores > 0) at = reload(warp, in.site, at);
  if (timing.on == unit::none) {
    // A move forwards the time at which its source is ready.
    for (const std::uint32_t write : timing.writes)
      state.ready[write] = timing.reads.empty() ? moment{} : at;
    return;
  }
  const auto on = static_cast<std::size_t>(timing.on);
  delay(at, state.begun + std::max(state.slots, whole_cycles(state.unit_busy[on])));
  if (timing.on == unit::memory) {
    const bool is_scheduled = !timing.copies.empty();
    delay(at, state.begun + state.memory_busy);
    if (is_scheduled) delay(at, state.loads.issue(in.site, timing));
    if (!is_scheduled || (in.order & order_strong) != 0) delay(at, state.stored);
  }
  if (timing.fences || timing.releases) {
    // A fence takes its time even if nothing was stored.
    delay(at, state.stored);
    at = add_traffic(state, warp, in.site, at, true) + whole_cycles(card_.fence_latency_cycles);
    if (timing.fences) state.stored = at;
  }
  state.issued[on] += timing.issues;
  stages_.at(warp, at.value()).issued[on] += timing.issues;
  state.slots += timing.issues;
  state.unit_busy[on] += timing.issues * unit_cycles_[on];
  delay(state.latest, at + timing.issues);
  if (timing.jumps == machine_step::jump_if && in.control == flow::none) ++state.jumps;
  const cycles latency = std::max(timing.chained * latency_[on], timing.issues + latency_[on] - 1);
  for (const std::uint32_t write : timing.writes) state.ready[write] = at + latency;
  if (timing.on == unit::memory && timing.writes.empty()) state.stored = at;
  warp_ = warp;
  site_ = in.site;
  strong_ = (in.order & order_strong) != 0;
  issued_at_ = at;
  if (in.control == flow::wait) {
    state.tested = at.value();
    state.stages_before_test = stages_.mark(warp, state.tested);
  }
  if (cluster == cluster_step::arrive && active != 0)
    arrive_at_cluster(state);
  else if (cluster == cluster_step::wait)
    wait_for_cluster(state);
  else if (in.control != flow::none)
    follow_control(state, in, active, together, at);
}

// Registers are saved before the statement, which waits for those that it needs again.
moment block_timeline::reload(std::uint32_t warp, std::uint32_t site, const moment& at) {
  const instruction_timing& timing = program_.timings[site];
  warp_state& state = warps_[warp];
  const auto on = static_cast<std::size_t>(unit::memory);
  const auto instructions = static_cast<std::uint64_t>(std::llround(timing.spill_issues));
  state.issued[on] += instructions;
  state.slots += instructions;
  warp_ = warp;
  const moment begun = later(at, state.begun + std::max(state.slots, state.memory_busy));
  stages_.at(warp, begun.value()).issued[on] += timing.spill_issues;
  issued_at_ = begun;
  const cycles latency = access_local(state, timing.spill_loads, timing.spill_stores);
  return timing.spill_loads > 0 ? begun + latency : at;
}

// A block that may wait for others shares memory with them in the replay of their waits.
moment block_timeline::add_traffic(warp_state& state, std::uint32_t warp, std::uint32_t site,
                                   const moment& at, bool awaits_stores) {
  memory_traffic traffic = std::exchange(state.since_node, {});
  traffic.awaits_stores = awaits_stores;
  if (!program_.ordered_blocks) return at;
  const bool awaits = awaits_stores && !state.polls_again;
  if (traffic.loaded + traffic.stored == 0 && !awaits) return at;
  const moment node = graph_.add(node_kind::load, warp, site, &at, 1, 0);
  graph_.add_traffic(traffic, 0);
  return node;
}

// Words of a warp's lanes lie side by side: each is a line. Stores go through to L2. Loads find
// them in L1, or do not at all if what the resident blocks have does not fit.
block_timeline::cycles block_timeline::access_local(warp_state& state, double loaded_words,
                                                    double stored_words) {
  state.local_loads += loaded_words;
  state.local_stores += stored_words;
  model::warp_stage& stage = stages_.at(warp_, issued_at_.value());
  stage.loaded_wavefronts += static_cast<float>(loaded_words + stored_words);
  occupy_memory(state, whole_cycles(loaded_words + stored_words));
  const auto stored = static_cast<float>(stored_words * sectors_per_line);
  const auto loaded = static_cast<float>(loaded_words * sectors_per_line);
  stage.stored_sectors += stored;
  state.since_node.stored += stored;
  if (shares_.l1_holds_local) return whole_cycles(card_.l1_latency_cycles);
  stage.missed_sectors += loaded;
  state.since_node.loaded += loaded;
  return whole_cycles(card_.l2_latency_cycles);
}

// What is predicated waits for the predicate. It does not order other instructions.
void block_timeline::follow_control(warp_state& state, const instruction& in, std::uint32_t active,
                                    std::uint32_t together, const moment& at) {
  const instruction_timing& timing = program_.timings[in.site];
  if (timing.guards || timing.jumps == machine_step::predicate) {
    state.guarded = later(state.guarded, at);
  } else if (timing.jumps == machine_step::none) {
    return;
  } else if (in.control == flow::branch || in.control == flow::warp_barrier) {
    if (is_within_unrolled(state, in.site, active)) return;
    const bool jumps =
        in.control == flow::branch &&
        (timing.jumps == machine_step::jump_if_not ? active != together : active != 0);
    state.latest =
        later(state.latest,
              at + (jumps ? jump_cycles_ : latency_[static_cast<std::size_t>(unit::control)]));
    end_stretch(state);
  } else if (in.control == flow::barrier && active != 0) {
    end_stretch(state);
    state.begun = add_traffic(state, warp_, site_, state.begun);
    if (in.barrier != barrier_kind::arrive)
      state.waits_at = in.op[0] + 1;
    else
      arrived_[in.op[0] + 1].push_back({state.begun, {warp_, stages_.fix_last_stage(warp_)}});
  }
}

// Whether the jump is between two iterations that the machine code does not jump between.
bool block_timeline::is_within_unrolled(warp_state& state, std::uint32_t site,
                                        std::uint32_t active) const {
  const std::uint32_t unrolled = program_.timings[site].unrolled;
  if (unrolled == 1) return false;
  std::uint32_t& iterations = state.iterations[site];
  if (active == 0) iterations = unrolled - 1;  // the last one
  iterations = (iterations + 1) % unrolled;
  return iterations != 0;
}

// Its begin and its end are instructions, and the end is a jump (BSSY, BSYNC).
void block_timeline::open_region(std::uint32_t warp, const moment& at) {
  constexpr unsigned instructions = 2;
  const auto control = static_cast<std::size_t>(unit::control);
  warp_state& state = warps_[warp];
  state.issued[control] += instructions;
  stages_.at(warp, at.value()).issued[control] += instructions;
  state.slots += instructions;
  ++state.jumps;
}

void block_timeline::end_stretch(warp_state& state) {
  state.begun = later(state.latest, state.begun + state.slots) + state.jumps * jump_cycles_;
  state.jumps = 0;
  state.slots = state.memory_busy = 0;
  state.unit_busy.fill(0);
  stages_.end_stretch(warp_, state.begun.value());
}

// All warps that wait at this barrier continue together, since the interpreter releases none before
// all have arrived.
void block_timeline::leave_barrier(std::uint32_t warp) {
  const std::uint32_t where = warps_[warp].waits_at;
  std::vector<passing> passing_by;
  if (const auto others = arrived_.find(where); others != arrived_.end())
    passing_by.swap(others->second);
  std::vector<moment> arrivals;
  for (const passing& other : passing_by) arrivals.push_back(other.at);
  for (const warp_state& state : warps_)
    if (state.waits_at == where) arrivals.push_back(state.begun);
  const cycles latency =
      whole_cycles(card_.barrier_latency_cycles +
                   card_.barrier_per_warp_cycles * static_cast<double>(arrivals.size() - 1));
  const moment released =
      graph_.add(node_kind::join, 0, where, arrivals.data(), arrivals.size(), latency);
  const std::uint32_t join = stages_.add_join(arrivals.size(), static_cast<double>(latency));
  bool has_written = false;
  for (const passing& other : passing_by) {
    stages_.stage(other.stage.warp, other.stage.stage).arrives = join;
    has_written = std::exchange(warps_[other.stage.warp].has_written, false) || has_written;
  }
  for (warp_state& state : warps_)
    if (state.waits_at == where)
      has_written = std::exchange(state.has_written, false) || has_written;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    warp_state& state = warps_[i];
    if (state.waits_at != where) continue;
    // What a warp reads again after another one has written is not what it waits for.
    if (has_written) state.polls.clear();
    model::warp_stage& last = stages_.last_stage(i);
    last.arrives = last.waits = join;
    stages_.resume(i, released.value());
    state.begun = state.latest = released;
    state.waits_at = 0;
  }
}

void block_timeline::wait_for_cluster(warp_state& state) {
  end_stretch(state);
  state.waits_for_cluster = state.cluster_phases != 0;
}

void block_timeline::arrive_at_cluster(warp_state& state) {
  end_stretch(state);
  if (cluster_phases_.size() == state.cluster_phases) cluster_phases_.emplace_back();
  cluster_phases_[state.cluster_phases++].arrivals.push_back(
      {state.begun, {warp_, stages_.fix_last_stage(warp_)}});
}

// The other blocks of the cluster are taken to arrive with this one. The interpreter releases no
// warp before all have arrived.
void block_timeline::leave_cluster_barrier(std::uint32_t warp) {
  warp_state& state = warps_[warp];
  state.waits_for_cluster = false;
  cluster_phase& phase = cluster_phases_[state.cluster_phases - 1];
  if (!phase.completed) {
    const cycles latency = whole_cycles(card_.cluster_barrier_latency_cycles +
                                        card_.cluster_barrier_per_warp_cycles *
                                            static_cast<double>(phase.arrivals.size() - 1));
    std::vector<moment> arrivals;
    for (const passing& other : phase.arrivals) arrivals.push_back(other.at);
    phase.completed = graph_.add_join(arrivals, latency);
    phase.join = stages_.add_join(arrivals.size(), static_cast<double>(latency));
    for (const passing& other : phase.arrivals)
      stages_.stage(other.stage.warp, other.stage.stage).arrives = phase.join;
  }
  state.begun = state.latest =
      later(later(state.latest, state.begun + state.slots), *phase.completed);
  state.slots = state.memory_busy = 0;
  state.unit_busy.fill(0);
  stages_.last_stage(warp).waits = phase.join;
  stages_.resume(warp, state.begun.value());
}

void block_timeline::occupy_memory(warp_state& state, cycles busy) {
  state.memory_busy += std::max<cycles>(1, busy);
}

void block_timeline::access(const simt::access& access, unsigned amount) {
  if (in_l2_) in_l2_->access(access, amount);
  warp_state& state = warps_[warp_];
  const instruction_timing& timing = program_.timings[site_];
  moment there = issued_at_;
  model::warp_stage& stage = stages_.at(warp_, issued_at_.value());
  if (access.space == state_space::shared) {
    access_shared(state, access, std::max(1u, amount), there);
  } else if (access.space == state_space::global && access.kind == access_kind::load) {
    last_global_load_ = std::max(last_global_load_, issued_at_.value());
    if (strong_) {
      there = load_strong(state, access);
    } else {
      const unsigned wavefronts = count_l1_wavefronts(access.address, access.active, access.size);
      cost_.loaded_wavefronts += wavefronts;
      stage.loaded_wavefronts += static_cast<float>(wavefronts);
      const std::uint64_t missed = cost_.missed_sectors, fetched = caches_.sectors_from_memory();
      std::uint64_t last = ~std::uint64_t{0};
      for_each_lane(access.active, [&](unsigned lane) {
        const std::uint64_t sector = access.address[lane] / sector_bytes;
        if (sector == last) return;
        last = sector;
        there = later(there, load_sector(sector));
      });
      there = note_traffic(there, missed, fetched);
      const cycles busy = whole_cycles((wavefronts - 1) / card_.l1_lines_per_cycle);
      there = there + busy;
      occupy_memory(state, busy);
    }
  } else if (access.space == state_space::global) {
    if (access.kind == access_kind::atomic || strong_)
      issued_at_ = there = add_traffic(state, warp_, site_, issued_at_);
    state.polls.clear();
    state.has_written = true;
    if (access.kind == access_kind::atomic) {
      stage.atomic_sectors += static_cast<float>(amount);
      there = graph_.add(node_kind::update, warp_, site_, &issued_at_, 1, atomic_cycles(access));
      accessed_ = there.node;
    } else {
      const unsigned pairs = count_sector_pairs(access.address, access.active);
      cost_.stored_sectors += amount;
      cost_.stored_pairs += pairs;
      caches_.store(access, issued_at_);
      stage.stored_sectors += static_cast<float>(2 * pairs);
      state.since_node.stored += static_cast<float>(2 * pairs);
      if (strong_) accessed_ = graph_.add(node_kind::write, warp_, site_, &issued_at_, 1, 0).node;
    }
  } else if (access.kind == access_kind::atomic) {
    there = there + whole_cycles(card_.global_atomic_latency_cycles);
  } else if (access.space == state_space::local) {
    const double words = std::max(1u, access.size / 4);
    const bool loads = access.kind == access_kind::load;
    there = there + access_local(state, loads ? words : 0, loads ? 0 : words);
  }
  if (!timing.copies.empty() && access.kind == access_kind::load) state.loads.arrive(there);
  for (const std::uint32_t write : timing.writes)
    state.ready[write] = later(state.ready[write], there);
}

// A block that may wait for others shares memory with them in the replay of their waits: the load
// that was issued last is a node of its graph. The counts are those before it.
moment block_timeline::note_traffic(const moment& there, std::uint64_t missed,
                                    std::uint64_t fetched) {
  if (!program_.ordered_blocks || cost_.missed_sectors == missed) return there;
  const moment node = graph_.add(node_kind::load, warp_, site_, &there, 1, 0);
  graph_.add_traffic({.loaded = static_cast<float>(cost_.missed_sectors - missed),
                      .fetched = static_cast<float>(caches_.sectors_from_memory() - fetched)},
                     there.value() - issued_at_.value());
  return node;
}

// One value is found after another, and each of its words is compared in turn.
void block_timeline::match(unsigned values, unsigned words) {
  if (in_l2_) in_l2_->match(values, words);
  const double compared = values * words;
  cost_.matched_words += values * words;
  stages_.at(warp_, issued_at_.value()).matched_words += static_cast<float>(compared);
  const double per_value =
      (card_.match_latency_cycles - card_.shuffle_latency_cycles) / model::values_of_a_match +
      (words - 1) / (model::values_of_a_match * card_.match_per_cycle);
  const moment there = issued_at_ + whole_cycles(card_.shuffle_latency_cycles + values * per_value);
  warp_state& state = warps_[warp_];
  for (const std::uint32_t write : program_.timings[site_].writes) state.ready[write] = there;
}

// What is in the memory of other blocks of the cluster goes there sector by sector.
void block_timeline::access_shared(warp_state& state, const simt::access& access,
                                   unsigned wavefronts, moment& there) {
  std::uint32_t away = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    if (!is_own(static_cast<std::uint32_t>(access.address[lane]), cluster_rank_))
      away |= 1u << lane;
  });
  const bool is_atomic = access.kind == access_kind::atomic;
  model::warp_stage& stage = stages_.at(warp_, issued_at_.value());
  (is_atomic ? cost_.shared_atomic_wavefronts : cost_.shared_wavefronts) += wavefronts;
  (is_atomic ? stage.shared_atomic_wavefronts : stage.shared_wavefronts) +=
      static_cast<float>(wavefronts);
  double busy = (wavefronts - 1) / card_.shared_wavefronts_per_cycle;
  if (away != 0) {
    const unsigned sectors = is_atomic ? count_atomic_requests(access.address, away)
                                       : count_sectors(access.address, away);
    (is_atomic ? cost_.cluster_atomic_sectors : cost_.cluster_sectors) += sectors;
    (is_atomic ? stage.cluster_atomic_sectors : stage.cluster_sectors) +=
        static_cast<float>(sectors);
    busy = std::max(busy, sectors / (is_atomic ? card_.cluster_atomic_sectors_per_cycle
                                               : card_.cluster_sectors_per_cycle));
  }
  const double latency = away != 0 ? card_.cluster_latency_cycles : card_.shared_latency_cycles;
  there = there + (whole_cycles(latency) + whole_cycles(busy));
  occupy_memory(state, whole_cycles(busy));
}

// Strong loads go to L2. One that is repeated without a write in between is a poll, which takes the
// place of the first one.
moment block_timeline::load_strong(warp_state& state, const simt::access& access) {
  auto* const poll = state.polls.repeat(site_, access);
  state.polls_again = poll != nullptr;
  if (poll != nullptr) {
    static_cast<progress&>(state) = poll->at;
    stages_.drop(warp_, poll->stages, poll->at.begun.value());
    // Nor does what the failed iteration computed from its values come later than the values.
    for (moment& ready : state.ready)
      if (ready.node >= poll->arrival.node && ready.value() > poll->arrival.value())
        ready = poll->arrival;
    for (const std::uint32_t write : program_.timings[site_].writes)
      state.ready[write] = poll->arrival;
    accessed_ = poll->arrival.node;
    return poll->arrival;
  }
  moment there = issued_at_;
  const std::uint64_t missed = cost_.missed_sectors, fetched = caches_.sectors_from_memory();
  std::uint64_t last = ~std::uint64_t{0};
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t sector = access.address[lane] / sector_bytes;
    if (sector == last) return;
    last = sector;
    ++cost_.loaded_sectors;
    ++cost_.missed_sectors;
    there = later(there, caches_.fetch(sector, issued_at_));
  });
  ++cost_.loaded_wavefronts;
  const cycles latency = there.value() - issued_at_.value();
  issued_at_ = add_traffic(state, warp_, site_, issued_at_);
  occupy_memory(state, 1);
  stages_.at(warp_, issued_at_.value()).missed_sectors += 1;
  const std::size_t stages = stages_.mark(warp_, issued_at_.value());
  there = graph_.add(node_kind::read, warp_, site_, &issued_at_, 1, latency);
  if (program_.ordered_blocks)
    graph_.add_traffic({.loaded = static_cast<float>(cost_.missed_sectors - missed),
                        .fetched = static_cast<float>(caches_.sectors_from_memory() - fetched)},
                       latency);
  accessed_ = there.node;
  state.polls.add(site_, access, {state, there, stages});
  return there;
}

moment block_timeline::load_sector(std::uint64_t sector) {
  ++cost_.loaded_sectors;
  const block_caches::arrival arrival = caches_.load(warp_, sector, issued_at_);
  if (arrival.misses) {
    ++cost_.missed_sectors;
    stages_.at(warp_, issued_at_.value()).missed_sectors += 1;
  }
  if (arrival.is_new) stages_.note_arrival(warp_, issued_at_.value(), arrival.filled.value());
  return arrival.at;
}

// An atomic is done in L2, which first fetches what it does not hold.
block_timeline::cycles block_timeline::atomic_cycles(const simt::access& access) {
  cycles waits = 0;
  std::uint64_t last = ~std::uint64_t{0};
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t sector = access.address[lane] / sector_bytes;
    if (sector == last) return;
    last = sector;
    waits = std::max(waits, caches_.fetch(sector, issued_at_).value() - issued_at_.value());
  });
  return std::max(waits, whole_cycles(card_.global_atomic_latency_cycles));
}

void block_timeline::begin_mbarrier(const std::byte* barrier) {
  if (in_l2_) in_l2_->begin_mbarrier(barrier);
  mbarriers_[barrier] = {};
}

void block_timeline::arrive_at_mbarrier(const std::byte* barrier) {
  if (in_l2_) in_l2_->arrive_at_mbarrier(barrier);
  mbarrier_state& at = mbarriers_[barrier];
  at.arrivals.push_back(issued_at_ + whole_cycles(card_.shared_latency_cycles));
  stages_.end_stretch(warp_, issued_at_.value());
  at.stages.push_back({warp_, stages_.fix_last_stage(warp_)});
  stages_.last_stage(warp_).arrival_cycles = card_.shared_latency_cycles;
}

void block_timeline::begin_copy(const std::byte* barrier, std::uint64_t address,
                                std::uint64_t bytes) {
  if (in_l2_) in_l2_->begin_copy(barrier, address, bytes);
  if (bytes == 0) return;
  // The last sector arrives after the others, at the multiprocessor's share of L2's bandwidth.
  const double bytes_per_cycle =
      card_.l2_read_bytes_per_s / card_.sm_clock_hz / static_cast<double>(multiprocessors_);
  const std::uint64_t first = address / sector_bytes, last = (address + bytes - 1) / sector_bytes;
  moment there = issued_at_;
  const std::uint64_t fetched = caches_.sectors_from_memory();
  for (std::uint64_t sector = first; sector <= last; sector += caches_.fetched_at_once())
    there = later(there, caches_.fetch(sector, issued_at_));
  if (program_.ordered_blocks) {
    const cycles latency = there.value() - issued_at_.value();
    const bool from_memory = caches_.sectors_from_memory() != fetched;
    there = graph_.add(node_kind::load, warp_, site_, &there, 1, 0);
    const auto sectors = static_cast<float>(last - first + 1);
    graph_.add_traffic({.loaded = sectors, .fetched = from_memory ? sectors : 0}, latency);
  }
  last_global_load_ = std::max(last_global_load_, issued_at_.value());
  mbarrier_state& at = mbarriers_[barrier];
  at.arrivals.push_back(there + whole_cycles(static_cast<double>(bytes) / bytes_per_cycle));
  stages_.at(warp_, issued_at_.value()).missed_sectors += static_cast<float>(last - first + 1);
  stages_.end_stretch(warp_, issued_at_.value());
  at.stages.push_back({warp_, stages_.fix_last_stage(warp_)});
  stages_.stage(warp_, at.stages.back().stage).arrival_cycles =
      static_cast<double>(there.value() - issued_at_.value());
}

void block_timeline::complete_phase(const std::byte* barrier) {
  if (in_l2_) in_l2_->complete_phase(barrier);
  mbarrier_state& state = mbarriers_[barrier];
  if (state.arrivals.empty()) return;
  state.completed = graph_.add_join(state.arrivals, 0);
  state.join = stages_.add_join(state.arrivals.size(), 0);
  for (const arriving_stage& arriving : state.stages)
    stages_.stage(arriving.warp, arriving.stage).arrives = state.join;
  state.arrivals.clear();
  state.stages.clear();
}

void block_timeline::pass_mbarrier(const std::byte* barrier) {
  if (in_l2_) in_l2_->pass_mbarrier(barrier);
  warp_state& state = warps_[warp_];
  const auto found = mbarriers_.find(barrier);
  if (found == mbarriers_.end()) return;
  const moment seen =
      later(issued_at_, found->second.completed) + whole_cycles(card_.shared_latency_cycles);
  for (const std::uint32_t write : program_.timings[site_].writes)
    state.ready[write] = later(state.ready[write], seen);
  if (found->second.join == model::warp_stage::none) return;
  stages_.end_stretch(warp_, issued_at_.value());
  stages_.last_stage(warp_).waits = found->second.join;
  stages_.resume(warp_, seen.value());
}

void block_timeline::fail_poll() {
  if (in_l2_) in_l2_->fail_poll();
  warps_[warp_].failed_test = site_;
}

moment block_timeline::end_of(const warp_state& state) const {
  moment end = later(state.latest, state.begun + state.slots) + state.jumps * jump_cycles_;
  for (const moment& ready : state.ready) end = later(end, ready);
  return end;
}

model::block_cost block_timeline::take_cost() {
  model::block_cost result = cost_;
  result.fetched_sectors = caches_.fetched_sectors();
  result.refetched_sectors = caches_.refetched_sectors();
  std::vector<cycles> ends;
  double local_loads = 0, local_stores = 0;
  for (const warp_state& warp : warps_) {
    ends.push_back(end_of(warp).value());
    result.path_cycles =
        std::max<double>(result.path_cycles, static_cast<double>(end_of(warp).value()));
    result.longest_warp_instructions =
        std::max(result.longest_warp_instructions, warp.instructions);
    result.instructions += warp.instructions;
    for (std::size_t on = 0; on < result.issued.size(); ++on) result.issued[on] += warp.issued[on];
    local_loads += warp.local_loads;
    local_stores += warp.local_stores;
  }
  const auto sectors = [](double words) {
    return static_cast<std::uint64_t>(std::llround(words * sectors_per_line));
  };
  result.local_wavefronts = static_cast<std::uint64_t>(std::llround(local_loads + local_stores));
  result.local_stored_sectors = sectors(local_stores);
  if (!shares_.l1_holds_local) result.local_loaded_sectors = sectors(local_loads);
  result.drain_cycles = result.path_cycles - static_cast<double>(last_global_load_);
  result.stages = stages_.take(ends);
  return result;
}

std::optional<model::block_cost> block_timeline::take_cost_in_l2() {
  if (!in_l2_) return std::nullopt;
  return in_l2_->take_cost();
}

event_graph block_timeline::graph() const {
  event_graph result = graph_;
  std::vector<moment> ends;
  for (const warp_state& warp : warps_) ends.push_back(end_of(warp));
  result.add_join(ends, 0);
  memory_traffic left;
  for (const warp_state& warp : warps_) {
    left.loaded += warp.since_node.loaded;
    left.stored += warp.since_node.stored;
  }
  result.add_traffic(left, 0);
  return result;
}

}  // namespace warpmark::simt
