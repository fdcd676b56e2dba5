#include <bit>

#include "simt/memory/race_watch.hpp"

// Accesses that nothing disputes, which are nearly all. Their cells become what race_watch::visit
// would make of them lane by lane. It visits all lanes of the others, also those whose cells have
// been written already: writing them again changes nothing.

namespace warpmark::simt {
namespace {

// Whether a condition holds for all cells, without branches.
template <class Holds>
bool all_of(const race_cells* cells, std::size_t count, Holds&& holds) {
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) all = all & holds(cells[i], i);
  return all;
}

bool is_strong(const instruction& in, const simt::access& access) {
  return access.kind == access_kind::atomic || (in.order & order_strong) != 0;
}

// The cell after lanes have joined one that is beside them.
race_cell joined(race_cell cell, race_cell mine, const address_group& group) {
  return mine.by(group.last_lane, cell.several() || cell.lane() != group.first_lane ||
                                      group.first_lane != group.last_lane);
}

}  // namespace

race_watch::settled_times race_watch::settle_shared(std::uint32_t warp) const {
  return {0, clocks_.settled_clock(warp) + 1};
}

// The block's intervals up to the first one that is not known to have ended before. Other blocks
// have intervals in between if they run at the same time.
race_watch::settled_times race_watch::settle_global(std::uint32_t warp) const {
  settled_times known = warps_[warp].settled_global;
  if (known.count == 0) known.first = first_interval_;
  for (std::uint32_t next = known.first + known.count; next < history_->next_interval(); ++next) {
    const race_interval& then = history_->interval(next);
    if (then.block != block_ || !(then.warp == warp ? clocks_.settled(warp, then.clock)
                                                    : clocks_.ordered(then.warp, then.clock, warp)))
      break;
    ++known.count;
  }
  return known;
}

template <bool shared>
race_watch::standing race_watch::standing_of(race_cell other, race_cell mine) const {
  if (settled_.hold_or_none(other)) return standing::before;
  if (other.beside(mine)) return standing::beside;
  std::uint32_t clock = other.time;
  if constexpr (!shared) {
    const race_interval& then = history_->interval(other.time);
    clock = then.clock;
    if (then.block != block_) {
      const grid_vector_clock& known = warps_[mine.warp()].known;
      const clock_row* row = known ? history_->grid().find(known, then.block) : nullptr;
      return row && (*row)[other.warp()] >= clock ? standing::before : standing::apart;
    }
  }
  if (other.warp() == mine.warp())
    return clocks_.settled(mine.warp(), clock) ? standing::before : standing::by_lanes;
  return clocks_.ordered(other.warp(), clock, mine.warp()) ? standing::before : standing::apart;
}

// Whether an access is no race with the lanes' current one, of which one writes.
template <bool shared>
bool race_watch::is_undisputed(race_cell other, race_cell mine, std::uint32_t lanes) const {
  if (other.strong() && mine.strong()) return true;
  const standing now = standing_of<shared>(other, mine);
  return now == standing::before ||
         (now == standing::beside && !other.several() && lanes == 1u << other.lane());
}

// All lanes of a warp access full lines, in order.
template <bool shared>
bool race_watch::record_lines(shadow_state& shadow, std::uint64_t first, race_cell mine,
                              const simt::access& access) {
  const std::uint32_t lines = access.size / 4;
  const auto lane_shift = static_cast<std::uint32_t>(std::countr_zero(lines));
  for (std::uint32_t i = 0; i < lines; ++i) {
    const std::uint64_t offset = first + i * race_chunk::line_bytes;
    const race_run own{mine.by(i * (32u >> lane_shift)), lane_shift};
    if (!record_line<shared>(shadow.at(offset), offset % race_chunk::bytes, own, access.kind))
      return false;
  }
  return true;
}

template <bool shared>
bool race_watch::record_line(race_chunk& chunk, std::uint64_t offset, const race_run& mine,
                             access_kind kind) {
  race_line* const line = chunk.line(offset);
  if (!line) {
    // Words whose accesses are all over become one line again.
    if (chunk.by_byte() || kind != access_kind::store) return false;
    const bool settled = all_of(chunk.cells(offset), 32, [&](const race_cells& cells, std::size_t) {
      return settled_.hold_or_none(cells.write) & settled_.hold_or_none(cells.read);
    });
    if (settled) chunk.set_line(offset, {mine, {}});
    return settled;
  }
  const auto undisputed = [&](const race_run& other) {
    if (other.cell.strong() && mine.cell.strong()) return true;
    return standing_of<shared>(other.cell, mine.cell) == standing::before || other.same_lanes(mine);
  };
  if (!undisputed(line->write)) return false;
  race_run& read = line->read;
  if (kind == access_kind::store) {
    if (!undisputed(read)) return false;
    *line = {mine, {}};
    return true;
  }
  switch (standing_of<shared>(read.cell, mine.cell)) {
    case standing::before:
      read = mine;
      return true;
    case standing::beside:
      if (read.cell.several())
        read = {mine.cell.and_others(), mine.lane_shift};
      else if (read.same_lanes(mine))
        read = mine;
      else
        return false;
      return true;
    default:
      return standing_of<shared>(read.cell, mine.cell) == standing::apart;
  }
}

// Lanes that access neighbouring words, if all their cells are alike.
template <bool shared>
bool race_watch::record_run(race_chunk& chunk, std::uint64_t offset, race_cell mine,
                            const simt::access& access, const access_pattern& pattern) {
  const std::uint64_t end = offset + pattern.extent();
  for (std::uint64_t at = offset; at < end; at += race_chunk::line_bytes) chunk.cells(at);
  chunk.cells(end - 4);
  race_cells* const cells = chunk.cells(offset);
  const std::size_t count = pattern.extent() / 4;
  const auto lane_shift = static_cast<std::uint32_t>(std::countr_zero(access.size / 4));
  const race_run own{mine.by(pattern.first_lane()), lane_shift};
  const auto agree = [&](race_cell race_cells::*which) {
    const auto is_settled = [&](const race_cells& cell, std::size_t) {
      return settled_.hold_or_none(cell.*which);
    };
    const auto is_own = [&](const race_cells& cell, std::size_t i) {
      return (cell.*which).same_lanes(own.at(static_cast<std::uint32_t>(i)));
    };
    return all_of(cells, count, is_settled) || all_of(cells, count, is_own);
  };
  // All of one other access, which no lane knows.
  const auto apart = [&] {
    const race_cell first = cells->read;
    return standing_of<shared>(first, mine) == standing::apart &&
           all_of(cells, count, [&](const race_cells& cell, std::size_t) {
             return (cell.read.time == first.time) & (cell.read.warp() == first.warp());
           });
  };
  if (!agree(&race_cells::write)) return false;
  if (access.kind == access_kind::load) {
    if (agree(&race_cells::read)) {
      for (std::size_t i = 0; i < count; ++i) cells[i].read = own.at(static_cast<std::uint32_t>(i));
      return true;
    }
    return apart();
  }
  if (!agree(&race_cells::read)) return false;
  for (std::size_t i = 0; i < count; ++i)
    cells[i] = {own.at(static_cast<std::uint32_t>(i)), race_cell{}};
  return true;
}

// The lanes that name the same address together.
template <bool shared, access_kind kind>
bool race_watch::record_groups(shadow_state& shadow, std::uint64_t first, race_cell mine,
                               unsigned size, const access_pattern& pattern) {
  for (const address_group& group : pattern.groups()) {
    const std::uint64_t offset = first + group.address;
    race_chunk& chunk = shadow.at(offset);
    if (size == 4)
      if (race_cells* const word = chunk.word(offset % race_chunk::bytes)) {
        if (!record_cell<shared, kind>(*word, mine, group)) return false;
        continue;
      }
    if (size < 4) chunk.split();
    race_cells* const cells = chunk.cells(offset % race_chunk::bytes);
    for (std::size_t i = 0; i < chunk.cells_of(size); ++i)
      if (!record_cell<shared, kind>(cells[i], mine, group)) return false;
  }
  return true;
}

// A cell that these lanes wrote or read before, or others long ago, is the usual case.
template <bool shared, access_kind kind>
inline bool race_watch::record_cell(race_cells& cells, race_cell mine, const address_group& group) {
  const bool alone = group.first_lane == group.last_lane;
  const race_cell fresh = mine.by(group.last_lane, !alone);
  const auto undisputed = [&](race_cell other) {
    return (alone && other.same_lanes(fresh)) || settled_.hold_or_none(other) ||
           is_undisputed<shared>(other, mine, group.lanes);
  };
  if (!undisputed(cells.write)) return false;
  if constexpr (kind == access_kind::load) {
    if (cells.read.same_lanes(fresh) || settled_.hold_or_none(cells.read)) {
      cells.read = fresh;
      return true;
    }
    return record_read<shared>(cells.read, mine, group);
  } else {
    if (!undisputed(cells.read) || (kind == access_kind::store && !alone)) return false;
    const bool joins = kind == access_kind::atomic && cells.write.beside(mine);
    cells = {joins ? joined(cells.write, mine, group) : fresh, {}};
    return true;
  }
}

template <bool shared>
bool race_watch::record_read(race_cell& read, race_cell mine, const address_group& group) {
  switch (standing_of<shared>(read, mine)) {
    case standing::before:
      read = mine.by(group.last_lane, group.first_lane != group.last_lane);
      return true;
    case standing::beside:
      read = joined(read, mine, group);
      return true;
    case standing::apart:  // The first of concurrent reads stays.
      return true;
    default:
      return false;
  }
}

template <bool shared>
inline bool race_watch::record(shadow_state& shadow, std::uint64_t first, race_cell mine,
                               const simt::access& access, const access_pattern& pattern) {
  if (pattern.is_run() && access.size >= 4 && access.kind != access_kind::atomic) {
    if (pattern.active() == all_lanes && first % race_chunk::line_bytes == 0 &&
        record_lines<shared>(shadow, first, mine, access))
      return true;
    race_chunk& chunk = shadow.at(first);
    const std::uint64_t inside = first % race_chunk::bytes;
    if (!chunk.by_byte() && inside + pattern.extent() <= race_chunk::bytes &&
        record_run<shared>(chunk, inside, mine, access, pattern))
      return true;
  }
  switch (access.kind) {
    case access_kind::load:
      return record_groups<shared, access_kind::load>(shadow, first, mine, access.size, pattern);
    case access_kind::store:
      return record_groups<shared, access_kind::store>(shadow, first, mine, access.size, pattern);
    default:
      return record_groups<shared, access_kind::atomic>(shadow, first, mine, access.size, pattern);
  }
}
// Cells of shared memory store the warp's clock.
race_cell race_watch::shared_cell(const lane_context& context, const instruction& in, bool strong) {
  const std::uint32_t clock = clocks_.now(context.warp);
  warp_state& mine = warps_[context.warp];
  if (mine.shared_clock != clock) {
    mine.shared_clock = clock;
    mine.settled_shared = settle_shared(context.warp);
  }
  settled_ = mine.settled_shared;
  return race_cell::of(clock, in.site, context.warp, strong);
}

// Those of global memory store an interval, which also has the block. A warp gets an interval at
// its first access to global memory after its clock advanced.
race_cell race_watch::global_cell(const lane_context& context, const instruction& in, bool strong) {
  const std::uint32_t clock = clocks_.now(context.warp);
  warp_state& mine = warps_[context.warp];
  if (mine.interval == 0 || mine.interval_clock != clock) {
    mine.interval = history_->add_interval(block_, context.warp, clock);
    mine.interval_clock = clock;
    mine.settled_global = settle_global(context.warp);
  }
  settled_ = mine.settled_global;
  return race_cell::of(mine.interval, in.site, context.warp, strong);
}

inline void race_watch::compare(lane_context& context, const instruction& in,
                                const simt::access& access, const access_pattern& pattern,
                                const allocation* whole) {
  const bool strong = is_strong(in, access);
  const std::uint64_t first = pattern.first();
  if (access.space == state_space::shared) {
    if (!watches_shared_) return;
    const race_cell mine = shared_cell(context, in, strong);
    if (!record<true>(shared_, first, mine, access, pattern))
      compare_lanes(context, in, access, mine);
  } else if (history_) {
    const race_cell mine = global_cell(context, in, strong);
    if (!whole ||
        !record<false>(history_->shadow_of(*whole), first - whole->base, mine, access, pattern))
      compare_lanes(context, in, access, mine);
  }
}

void race_watch::access(lane_context& context, const instruction& in, const simt::access& access,
                        const access_pattern& pattern, const allocation* whole) {
  contested_ = 0;
  conflicts_.clear();
  if (is_strong(in, access))
    access_strongly(context, in, access, pattern, whole);
  else
    compare(context, in, access, pattern, whole);
}

void race_watch::access_peer(std::uint32_t warp, const instruction& in, access_kind kind,
                             race_watch& holder, std::uint64_t offset) {
  if (kind != access_kind::atomic && (in.order & order_strong) == 0) return;
  if (kind != access_kind::store)
    if (const auto found = holder.released_.find(offset); found != holder.released_.end())
      learn_clock(warp, found->second);
  if (kind == access_kind::load) return;
  if (in.order & order_release) fence(warp);
  if (!warps_[warp].fenced) return;
  grid_vector_clock& there = holder.released_[offset];
  there = grid().join(there, warps_[warp].fenced);
}

void race_watch::renew_write(lane_context& context, const instruction& in,
                             const simt::access& access) {
  if (!watches_shared_) return;
  access_pattern pattern;
  pattern.fit(access);
  const race_cell mine = shared_cell(context, in, false);
  if (!record<true>(shared_, pattern.first(), mine, access, pattern))
    for_each_lane(access.active, [&](unsigned lane) {
      touch<true>(shared_, mine, access.kind, access.address[lane], access.size, lane);
    });
  contested_ = 0;
  conflicts_.clear();
}

void race_watch::access_strongly(lane_context& context, const instruction& in,
                                 const simt::access& access, const access_pattern& pattern,
                                 const allocation* whole) {
  const bool shared = access.space == state_space::shared;
  if (access.kind != access_kind::store && !released_at(shared).empty())
    for_each_lane(access.active,
                  [&](unsigned lane) { acquire(context.warp, shared, access.address[lane]); });
  compare(context, in, access, pattern, whole);
  if (access.kind == access_kind::load) return;
  if (relaxes_reads_) {
    warps_[context.warp].posted = clocks_.now(context.warp);
    if (history_) history_->note_post(block_, context.warp, clocks_.now(context.warp));
  }
  if (in.order & order_release) fence(context.warp);
  if (warps_[context.warp].fenced)
    for_each_lane(access.active,
                  [&](unsigned lane) { release(context.warp, shared, access.address[lane]); });
}

}  // namespace warpmark::simt
