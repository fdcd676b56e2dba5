#include <algorithm>
#include <bit>

#include "simt/memory/race_watch.hpp"

// Accesses that nothing disputes, which are nearly all: their cells are read once, and then written
// as race_watch::visit would write them lane by lane. All else is left to it.

namespace warpmark::simt {
namespace {

// Whether a condition holds for all cells, without branches.
template <class Holds>
bool all_of(const race_cell* cells, std::size_t count, Holds&& holds) {
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) all = all & holds(cells[i], i);
  return all;
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
race_watch::standing race_watch::standing_of(const race_cell& other, const race_cell& mine) const {
  if (!other.used() || settled_.hold(other.time)) return standing::before;
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
bool race_watch::is_undisputed(const race_cell& other, const race_cell& mine,
                               std::uint32_t lanes) const {
  if (other.strong() && mine.strong()) return true;
  const standing now = standing_of<shared>(other, mine);
  return now == standing::before ||
         (now == standing::beside && !other.several() && lanes == 1u << other.lane());
}

template <bool shared>
bool race_watch::record(shadow_state& shadow, std::uint64_t first, const race_cell& mine,
                        const simt::access& access, const access_pattern& pattern) {
  if (pattern.is_run() && access.size >= 4 && access.kind != access_kind::atomic) {
    race_chunk& chunk = shadow.at(first);
    const std::size_t inside = first % race_chunk::bytes;
    if (!chunk.by_byte && inside + pattern.extent() <= race_chunk::bytes &&
        record_run(chunk, inside / 4, access.size / 4, mine, access.kind, pattern))
      return true;
  }
  return record_groups<shared>(shadow, first, mine, access, pattern);
}
template bool race_watch::record<true>(shadow_state&, std::uint64_t, const race_cell&,
                                       const simt::access&, const access_pattern&);
template bool race_watch::record<false>(shadow_state&, std::uint64_t, const race_cell&,
                                        const simt::access&, const access_pattern&);

// Lanes that access neighbouring words. All cells are treated alike, or this gives up.
bool race_watch::record_run(race_chunk& chunk, std::size_t first, std::size_t cells_per_lane,
                            const race_cell& mine, access_kind kind,
                            const access_pattern& pattern) {
  const std::size_t count = pattern.lanes() * cells_per_lane;
  const auto own = [&](std::size_t i) {
    return mine.by(pattern.first_lane() + static_cast<std::uint32_t>(i / cells_per_lane));
  };
  const auto is_settled = [&](const race_cell& cell, std::size_t) {
    return settled_.hold(cell.time) | (cell.time == 0);
  };
  const auto is_own = [&](const race_cell& cell, std::size_t i) { return cell.same_lane(own(i)); };
  const auto agree = [&](const race_cell* cells) {
    return all_of(cells, count, is_settled) || all_of(cells, count, is_own);
  };
  if (!chunk.writes.empty() && !agree(&chunk.writes[first])) return false;
  if (kind == access_kind::load) {
    chunk.need_reads();
    race_cell* const reads = &chunk.reads[first];
    if (!agree(reads)) return false;
    for (std::size_t i = 0; i < count; ++i) reads[i] = own(i);
    return true;
  }
  if (!chunk.reads.empty()) {
    race_cell* const reads = &chunk.reads[first];
    if (!agree(reads)) return false;
    std::fill_n(reads, count, race_cell{});
  }
  chunk.need_writes();
  race_cell* const writes = &chunk.writes[first];
  for (std::size_t i = 0; i < count; ++i) writes[i] = own(i);
  return true;
}

template <bool shared>
bool race_watch::record_groups(shadow_state& shadow, std::uint64_t first, const race_cell& mine,
                               const simt::access& access, const access_pattern& pattern) {
  const access_kind kind = access.kind;
  const auto visit_cells = [&](const address_group& group, auto&& visit) {
    const std::uint64_t offset = first + group.address;
    race_chunk& chunk = shadow.at(offset);
    const std::size_t inside = offset % race_chunk::bytes;
    const std::size_t begin = chunk.by_byte ? inside : inside / 4;
    const std::size_t count = chunk.by_byte ? access.size : access.size / 4;
    for (std::size_t at = begin; at < begin + count; ++at)
      if (!visit(chunk, at)) return false;
    return true;
  };
  for (const address_group& group : pattern.groups()) {
    const std::uint32_t lanes = group.lanes;
    if (kind == access_kind::store && !std::has_single_bit(lanes)) return false;
    race_chunk& chunk = shadow.at(first + group.address);
    if (kind == access_kind::load)
      chunk.need_reads();
    else
      chunk.need_writes();
    if (access.size < 4) chunk.split();
    const bool clear = visit_cells(group, [&](const race_chunk& in, std::size_t at) {
      if (!in.writes.empty() && !is_undisputed<shared>(in.writes[at], mine, lanes)) return false;
      if (in.reads.empty()) return true;
      return kind == access_kind::load
                 ? standing_of<shared>(in.reads[at], mine) != standing::by_lanes
                 : is_undisputed<shared>(in.reads[at], mine, lanes);
    });
    if (!clear) return false;
  }
  for (const address_group& group : pattern.groups()) {
    const auto first_lane = static_cast<std::uint32_t>(std::countr_zero(group.lanes));
    const auto last_lane = 31 - static_cast<std::uint32_t>(std::countl_zero(group.lanes));
    const race_cell last = mine.by(last_lane);
    // The cell after the lanes have joined one that is beside them.
    const auto joined = [&](const race_cell& cell) {
      const bool others = first_lane != last_lane || cell.several() || cell.lane() != first_lane;
      return others ? last.and_others() : last;
    };
    const race_cell fresh = first_lane != last_lane ? last.and_others() : last;
    visit_cells(group, [&](race_chunk& in, std::size_t at) {
      if (kind == access_kind::load) {
        race_cell& read = in.reads[at];
        const standing now = standing_of<shared>(read, mine);
        if (now == standing::before)
          read = fresh;
        else if (now == standing::beside)
          read = joined(read);
        return true;
      }
      if (!in.reads.empty()) in.reads[at] = {};
      race_cell& written = in.writes[at];
      const bool joins = kind == access_kind::atomic && written.used() && written.beside(mine);
      written = joins ? joined(written) : fresh;
      return true;
    });
  }
  return true;
}

}  // namespace warpmark::simt
