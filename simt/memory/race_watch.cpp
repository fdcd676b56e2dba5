#include "simt/memory/race_watch.hpp"

#include <algorithm>

namespace warpmark::simt {
namespace {

constexpr std::size_t kept_clocks = 64;  // as many as a warp's lanes read, without many collisions
constexpr std::size_t clock_bytes = sizeof(vector_clock_node);

}  // namespace

race_watch::race_watch(std::size_t warps, std::uint64_t shared_bytes, bool shared,
                       access_history* history, std::uint64_t cluster_blocks, bool relaxes_reads)
    : clocks_(warps),
      shared_(shared ? shared_bytes : 0),
      watches_shared_(shared),
      history_(history),
      cluster_blocks_(cluster_blocks),
      relaxes_reads_(relaxes_reads),
      own_grid_(cluster_blocks),
      warps_(warps) {}

void race_watch::start(std::uint64_t block) {
  block_ = block;
  clocks_.start();
  std::fill(warps_.begin(), warps_.end(), warp_state{});
  barriers_ = {};
  released_.clear();
  if (history_) first_interval_ = history_->next_interval();
}

void race_watch::compare_lanes(lane_context& context, const instruction& in,
                               const simt::access& access, race_cell mine) {
  const bool shared = access.space == state_space::shared;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    if (shared) return touch<true>(shared_, mine, access.kind, address, access.size, lane);
    const allocation& found = *context.global->find(address, access.size);
    touch<false>(history_->shadow_of(found), mine, access.kind, address - found.base, access.size,
                 lane);
  });
  for (const conflict& found : conflicts_) report(context, in, access, found);
}

template <bool shared>
void race_watch::touch(shadow_state& shadow, race_cell mine, access_kind kind, std::uint64_t offset,
                       unsigned size, unsigned lane) {
  race_chunk& chunk = shadow.at(offset);
  if (size < 4) chunk.split();
  race_cells* const cells = chunk.cells(offset % race_chunk::bytes);
  for (std::size_t i = 0; i < chunk.cells_of(size); ++i)
    visit<shared>(cells[i], mine.by(lane), kind);
}

template <bool shared>
void race_watch::visit(race_cells& cells, race_cell mine, access_kind kind) {
  const race_cell other = cells.write;
  if (other.used() && races<shared>(other, mine) && !was_observed<shared>(cells, mine)) {
    if (kind == access_kind::store && !mine.strong() && !other.strong()) {
      contested_ |= 1u << mine.lane();
      contesting_[mine.lane()] = other;
    } else {
      note(other, mine.lane());
    }
  }
  race_cell& read = cells.read;
  if (kind == access_kind::load) {
    if (!read.used())
      read = mine;  // NOLINT(bugprone-branch-clone): the order counts
    else if (read.beside(mine))
      read = read.several() || read.lane() != mine.lane() ? mine.and_others() : mine;
    else if (ordered<shared>(read, mine))
      read = mine;
    // Otherwise the first of several concurrent reads stays. Warps run in the order of their
    // numbers, so a later write by its warp precedes the other warps' reads.
    return;
  }
  if (read.used() && races<shared>(read, mine) && !is_posted<shared>(read)) note(read, mine.lane());
  read = {};
  race_cell& written = cells.write;
  const bool joins = kind == access_kind::atomic && written.beside(mine) &&
                     (written.several() || written.lane() != mine.lane());
  written = joins ? mine.and_others() : mine;
}

// Whether the warp of a read has made a strong write since, and that counts as order.
template <bool shared>
bool race_watch::is_posted(race_cell read) const {
  if (!relaxes_reads_) return false;
  if constexpr (shared) return warps_[read.warp()].posted >= read.time;
  const race_interval& then = history_->interval(read.time);
  return history_->last_post(then.block, then.warp) >= then.clock;
}

// A strong write precedes what follows a strong read that has returned it, whatever else it
// releases (PTX ISA, "Causality Order": observation, then base causality order).
template <bool shared>
bool race_watch::was_observed(const race_cells& cells, race_cell mine) const {
  const race_cell read = cells.read;
  return cells.write.strong() && read.used() && read.strong() && ordered<shared>(read, mine);
}

template <bool shared>
bool race_watch::races(race_cell other, race_cell mine) const {
  if (other.strong() && mine.strong()) return false;
  if (other.beside(mine) && other.lane() == mine.lane()) return other.several();
  return !ordered<shared>(other, mine);
}

template <bool shared>
bool race_watch::ordered(race_cell other, race_cell mine) const {
  std::uint32_t clock = other.time;
  if constexpr (!shared) {
    const race_interval& then = history_->interval(other.time);
    clock = then.clock;
    if (then.block != block_) {
      const clock_row* row = history_->grid().find(warps_[mine.warp()].known, then.block);
      return row && (*row)[other.warp()] >= clock;
    }
  }
  if (other.warp() != mine.warp()) return clocks_.ordered(other.warp(), clock, mine.warp());
  if (other.lane() == mine.lane() && !other.several()) return true;
  return clocks_.lanes_ordered(mine.warp(), other.lane(), clock, mine.lane());
}

void race_watch::note(race_cell other, unsigned lane) {
  for (conflict& found : conflicts_)
    if (found.other.site() == other.site() && found.other.beside(other)) {
      found.lanes |= 1u << lane;
      return;
    }
  conflicts_.push_back({other, 1u << lane});
}

void race_watch::acquire(std::uint32_t warp, bool shared, std::uint64_t address) {
  const auto& released = released_at(shared);
  const auto found = released.find(address);
  if (found == released.end()) return;
  learn_clock(warp, found->second);
}

void race_watch::learn(std::uint32_t warp, const published_clocks& others) {
  learn_clock(warp, others.known);
  warps_[warp].fenced = grid().join(warps_[warp].fenced, others.fenced);
}

void race_watch::learn_clock(std::uint32_t warp, const grid_vector_clock& others) {
  warp_state& mine = warps_[warp];
  mine.learned.resize(kept_clocks);
  grid_vector_clock& kept =
      mine.learned[reinterpret_cast<std::uintptr_t>(others.get()) / clock_bytes % kept_clocks];
  if (kept == others) return;
  kept = others;
  mine.known = grid().join(mine.known, others);
  if (const clock_row* row = grid().find(others, own_index())) clocks_.acquire(warp, *row);
}

grid_vector_clock race_watch::current(std::uint32_t warp) {
  return grid().with(warps_[warp].known, own_index(), clocks_.known(warp));
}

published_clocks race_watch::publish(std::uint32_t warp, bool relaxed) {
  const grid_vector_clock& fenced = warps_[warp].fenced;
  published_clocks mine{relaxed ? fenced : current(warp), fenced};
  clocks_.advance(warp);
  return mine;
}

void race_watch::follow(std::uint32_t warp, std::uint32_t other) {
  clocks_.acquire(warp, clocks_.known(other));
  clocks_.advance(other);
  warps_[warp].known = grid().join(warps_[warp].known, warps_[other].known);
}

void race_watch::release(std::uint32_t warp, bool shared, std::uint64_t address) {
  grid_vector_clock& there = released_at(shared)[address];
  there = grid().join(there, warps_[warp].fenced);
}

void race_watch::fence(std::uint32_t warp) {
  warps_[warp].fenced = grid().join(warps_[warp].fenced, current(warp));
  clocks_.advance(warp);
}

void race_watch::meet(const lane_context& context, std::uint32_t lanes) {
  clocks_.meet(context.warp, lanes, context.live);
}

void race_watch::arrive(std::uint32_t barrier, std::uint32_t warp) {
  gathered& all = barriers_[barrier];
  join(all.clocks, clocks_.known(warp));
  all.known = grid().join(all.known, warps_[warp].known);
  all.fenced = grid().join(all.fenced, warps_[warp].fenced);
  clocks_.advance(warp);
}

void race_watch::leave(std::uint32_t barrier, std::uint32_t warp, std::uint32_t lanes,
                       std::uint32_t live) {
  const gathered& all = barriers_[barrier];
  clocks_.acquire(warp, all.clocks);
  warps_[warp].known = all.known;
  warps_[warp].fenced = all.fenced;
  clocks_.meet(warp, lanes, live);
}

// race_record.cpp calls this one.
template void race_watch::touch<true>(shadow_state&, race_cell, access_kind, std::uint64_t,
                                      unsigned, unsigned);

}  // namespace warpmark::simt
