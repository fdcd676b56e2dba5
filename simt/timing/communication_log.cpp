#include "simt/timing/communication_log.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

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
  const std::size_t words = 2 * static_cast<std::size_t>(std::popcount(access.active));
  if (std::max({events_.size(), versions_.size(), words_.size()}) + words > max_entries) {
    is_full_ = true;
    events_ = {};
    versions_ = std::vector<version>(1);
    words_ = {};
    newest_.clear();
    histories_.clear();
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

void communication_log::load(const place& at, const access& access) {
  if (is_full_ || !make_room(access)) return;
  history& known = histories_[warp_key(at)];
  // Polls are frequent: what they see is found after the launch.
  if (poll* last = known.repeat(at.site, access)) {
    polling_instructions_ += at.issued - last->issued;
    polling_sectors_ += count_sectors(access.address, access.active);
    last->issued = at.issued;
    event& first = events_[last->event];
    first.failed_versions = first.versions;
    first.versions = versions_.size();
    return;
  }
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    const auto found = newest_.find(word);
    const std::uint32_t newest = found == newest_.end() ? 0 : found->second;
    words_.push_back({newest, own_version(at.block, newest), word});
  });
  known.add(at.site, access, {events_.size(), at.issued});
  events_.push_back({at.block, at.site, static_cast<std::uint16_t>(at.warp), event_kind::read,
                     first, words_.size() - first, versions_.size()});
}

void communication_log::resolve_polls() {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> written;  // Versions, by word.
  for (const event& at : events_)
    if (at.kind != event_kind::read)
      for (std::size_t i = 0; i < at.words; ++i)
        written[words_[at.first_word + i].word].push_back(words_[at.first_word + i].version);
  for (const event& at : events_) {
    if (at.failed_versions == 0) continue;
    for (std::size_t i = 0; i < at.words; ++i) {
      seen_word& word = words_[at.first_word + i];
      const auto found = written.find(word.word);
      if (found == written.end()) continue;
      const auto newest_of = [&](std::size_t count) {
        const auto end = std::lower_bound(found->second.begin(), found->second.end(), count);
        return end == found->second.begin() ? 0 : *std::prev(end);
      };
      word.version = newest_of(at.versions);
      word.failed = std::max(word.failed, newest_of(at.failed_versions));
    }
  }
}

bool communication_log::hands_out_work(std::uint64_t blocks) const {
  constexpr std::uint64_t uneven = 2;
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
    return here.most > 1 + uneven * ((here.all + blocks - 1) / blocks);
  });
}

void communication_log::write(const place& at, const access& access, event_kind kind) {
  if (is_full_ || !make_room(access)) return;
  histories_.erase(warp_key(at));
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    words_.push_back({add_version(word, kind == event_kind::update), 0, word});
  });
  events_.push_back(
      {at.block, at.site, static_cast<std::uint16_t>(at.warp), kind, first, words_.size() - first});
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
  if (found != tested_.end()) polling_instructions_ += at.issued - found->second;
  if (!passed)
    tested_[warp_key(at)] = at.issued;
  else if (found != tested_.end())
    tested_.erase(found);
}

}  // namespace warpmark::simt
