#include "simt/timing/communication_log.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "simt/instructions/lanes.hpp"
#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {
namespace {

// Visits the words of an access. Lanes with one address are one.
template <class Visit>
void for_each_word(const access& access, unsigned granule, Visit&& visit) {
  std::uint64_t last = ~std::uint64_t{0};
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    if (address == last) return;
    last = address;
    visit(address / granule);
    // Wider values are written and read as one: their first word and their last one suffice.
    if (access.size > granule) visit((address + access.size - 1) / granule);
  });
}

}  // namespace

bool communication_log::make_room(const access& access) {
  return make_room(2 * static_cast<std::size_t>(std::popcount(access.active)));
}

bool communication_log::make_room(std::size_t words) {
  if (std::max({events_.size(), versions_.size(), words_.size(), arrivals_.size()}) + words >
      max_entries) {
    is_full_ = true;
    events_ = {};
    versions_ = std::vector<version>(1);
    words_ = {};
    arrivals_ = {};
    progress_.clear();
    newest_.clear();
  }
  return !is_full_;
}

std::uint32_t communication_log::add_version(std::uint64_t word, bool is_update) {
  std::uint32_t& newest = newest_[word];
  versions_.push_back({static_cast<std::uint32_t>(events_.size()), newest, is_update});
  return newest = static_cast<std::uint32_t>(versions_.size() - 1);
}

// The newest version that the block has made, if others have only updated the word since.
std::uint32_t communication_log::own_version(std::uint64_t block, std::uint32_t newest) const {
  constexpr int max_steps = 64;
  for (int i = 0; i < max_steps && newest != 0; ++i, newest = versions_[newest].before) {
    if (!versions_[newest].is_update) return 0;
    if (events_[versions_[newest].event].block == block) return newest;
  }
  return 0;
}

// Adds a word to those of the read that begin at `first`. Blocks that read what all others wrote
// see far more words than the blocks wrote.
void communication_log::add_seen(std::size_t first, const seen_word& seen) {
  if (words_.size() > first) {
    seen_word& last = words_.back();
    const auto goes_on = [&](std::uint32_t begin, std::uint32_t next) {
      if (begin == 0 || next == 0) return begin == next;
      return next == begin + last.alike && versions_[next].event == versions_[begin].event;
    };
    if (seen.word == last.word + last.alike && seen.word % line_words != 0 &&
        goes_on(last.version, seen.version) && goes_on(last.failed, seen.failed)) {
      ++last.alike;
      return;
    }
  }
  words_.push_back(seen);
}

void communication_log::load(const place& at, const access& access) {
  history& known = histories_[warp_key(at)];
  // Polls are frequent: what they see is found after the launch.
  if (poll* last = known.repeat(at.site, access)) {
    const std::uint64_t since = std::max(std::exchange(last->issued, at.issued), known.counted);
    const std::uint64_t issued = at.issued - since;
    known.counted = at.issued;
    polling_instructions_ += issued;
    polling_sectors_ += count_sectors(access.address, access.active);
    if (is_full_) return;
    progress_of(at.block, at.warp).ahead -= static_cast<std::int64_t>(issued);
    event& first = events_[last->event];
    first.failed_versions = first.versions;
    first.versions = versions_.size();
    return;
  }
  // A full log still tells polls from other loads.
  if (is_full_ || !make_room(access)) return known.add(at.site, access, {0, at.issued});
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    const auto found = newest_.find(word);
    const std::uint32_t newest = found == newest_.end() ? 0 : found->second;
    add_seen(first, {newest, own_version(at.block, newest), word});
  });
  known.add(at.site, access, {events_.size(), at.issued});
  events_.push_back({at.block, at.site, static_cast<std::uint16_t>(at.warp), event_kind::read,
                     note_progress(at), first, words_.size() - first, at.node, versions_.size()});
}

void communication_log::resolve_polls() {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> written;  // Versions, by word.
  for (const event& at : events_)
    if (at.kind == event_kind::write || at.kind == event_kind::update)
      for (std::size_t i = 0; i < at.words; ++i)
        written[words_[at.first_word + i].word].push_back(words_[at.first_word + i].version);
  for (event& at : events_) {
    if (at.failed_versions == 0) continue;
    // The last poll may have found what several blocks wrote.
    const std::size_t first = words_.size();
    for (std::size_t i = at.first_word; i < at.first_word + at.words; ++i) {
      const seen_word before = words_[i];
      for (std::uint32_t w = 0; w < before.alike; ++w) {
        const auto shifted = [&](std::uint32_t v) { return v == 0 ? 0 : v + w; };
        seen_word seen{shifted(before.version), shifted(before.failed), before.word + w};
        if (const auto found = written.find(seen.word); found != written.end()) {
          const auto newest_of = [&](std::size_t count) {
            const auto end = std::lower_bound(found->second.begin(), found->second.end(), count);
            return end == found->second.begin() ? 0 : *std::prev(end);
          };
          seen.version = newest_of(at.versions);
          seen.failed = std::max(seen.failed, newest_of(at.failed_versions));
        }
        add_seen(first, seen);
      }
    }
    at.first_word = first;
    at.words = words_.size() - first;
    if (!make_room(std::size_t{0})) return;
  }
}

bool communication_log::hands_out_work(std::uint64_t blocks) const {
  constexpr std::uint64_t uneven = 2, uneven_part = 4;
  struct taken {
    std::uint64_t all = 0, most = 0;
  };
  std::unordered_map<std::uint64_t, std::uint64_t> of_block;
  std::unordered_map<std::uint32_t, taken> of_site;
  for (const event& at : events_) {
    if (at.kind != event_kind::update) continue;
    taken& here = of_site[at.site];
    ++here.all;
    here.most = std::max(here.most, ++of_block[at.block << 24 | at.site]);
  }
  return std::any_of(of_site.begin(), of_site.end(), [&](const auto& site) {
    const taken& here = site.second;
    // Of those beyond one per block, which may be drawn in vain, one block takes a large part.
    const std::uint64_t further = here.all - std::min(here.all, blocks);
    return here.most > 1 + uneven * ((here.all + blocks - 1) / blocks) &&
           uneven_part * (here.most - 1) >= further;
  });
}

void communication_log::write(const place& at, const access& access, event_kind kind) {
  histories_.erase(warp_key(at));
  if (is_full_ || !make_room(access)) return;
  progress_of(at.block, at.warp).has_written = true;
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    words_.push_back({add_version(word, kind == event_kind::update), 0, word});
  });
  events_.push_back({at.block, at.site, static_cast<std::uint16_t>(at.warp), kind,
                     note_progress(at), first, words_.size() - first, at.node});
}

void communication_log::store(const place& at, const access& access) {
  write(at, access, event_kind::write);
}

void communication_log::update(const place& at, const access& access, bool changed) {
  if (changed)
    write(at, access, event_kind::update);
  else
    load(at, access);
}

void communication_log::test(const place& at, bool passed) {
  const auto found = tested_.find(warp_key(at));
  if (found != tested_.end()) {
    polling_instructions_ += at.issued - found->second;
    if (!is_full_)
      progress_of(at.block, at.warp).ahead -= static_cast<std::int64_t>(at.issued - found->second);
  }
  if (!passed)
    tested_[warp_key(at)] = at.issued;
  else if (found != tested_.end())
    tested_.erase(found);
}

communication_log::block_progress::warp& communication_log::progress_of(std::uint64_t block,
                                                                        std::uint32_t warp) {
  std::vector<block_progress::warp>& warps = progress_[block].warps;
  if (warps.size() <= warp) warps.resize(warp + 1);
  return warps[warp];
}

std::uint64_t communication_log::note_progress(const place& at) {
  block_progress::warp& warp = progress_of(at.block, at.warp);
  warp.has_event = true;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(at.issued) + warp.ahead);
}

void communication_log::arrive(const place& at, std::uint32_t barrier, bool waits) {
  if (is_full_) return;
  const std::int64_t ahead = progress_of(at.block, at.warp).ahead;
  std::vector<block_progress::barrier>& known = progress_[at.block].barriers;
  auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& b) { return b.number == barrier; });
  if (found == known.end()) found = known.insert(found, {barrier, 0, {}});
  found->arrivals.push_back(
      {at.warp, waits, static_cast<std::uint64_t>(static_cast<std::int64_t>(at.issued) + ahead)});
}

// All that waited are as far as the last one. Barriers between which the block tells nothing are
// one.
void communication_log::open(std::uint64_t block, std::uint32_t barrier, std::uint32_t slot) {
  if (is_full_) return;
  block_progress& mine = progress_[block];
  const auto found = std::find_if(mine.barriers.begin(), mine.barriers.end(),
                                  [&](const auto& b) { return b.number == barrier; });
  if (found == mine.barriers.end()) return;
  std::uint64_t last = 0;
  bool has_event = false, has_written = false;
  for (const arrival& at : found->arrivals) {
    block_progress::warp& warp = mine.warps[at.warp];
    last = std::max(last, at.progress);
    has_event = has_event || warp.has_event;
    has_written = has_written || warp.has_written;
    warp.has_written = false;
  }
  if (has_event && make_room(found->arrivals.size())) {
    events_.push_back({block, slot, 0, event_kind::join, last, arrivals_.size(),
                       found->arrivals.size(), 0, found->opened});
    arrivals_.insert(arrivals_.end(), found->arrivals.begin(), found->arrivals.end());
  }
  if (is_full_) return;
  for (const arrival& at : found->arrivals) {
    block_progress::warp& warp = mine.warps[at.warp];
    if (has_event) warp.has_event = false;
    if (at.waits) warp.ahead += static_cast<std::int64_t>(last - at.progress);
    if (has_written) histories_.erase(warp_key({block, at.warp, 0, 0, 0}));
  }
  ++found->opened;
  found->arrivals.clear();
}

void communication_log::end(std::uint64_t block, std::uint32_t warp, std::uint64_t issued) {
  histories_.erase(warp_key({block, warp, 0, 0, 0}));
  if (is_full_) return;
  const std::int64_t ahead = progress_of(block, warp).ahead;
  std::vector<std::uint64_t>& ends = progress_[block].ends;
  if (ends.size() <= warp) ends.resize(warp + 1);
  ends[warp] = static_cast<std::uint64_t>(static_cast<std::int64_t>(issued) + ahead);
}

const std::vector<std::uint64_t>* communication_log::ends_of(std::uint64_t block) const {
  const auto found = progress_.find(block);
  return found == progress_.end() ? nullptr : &found->second.ends;
}

}  // namespace warpmark::simt
