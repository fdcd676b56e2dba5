#include "simt/timing/communication_log.hpp"

#include <algorithm>
#include <bit>

#include "simt/instructions/lanes.hpp"

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

std::uint64_t first_address(const access& access) {
  return access.address[std::countr_zero(access.active)];
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

void communication_log::load(std::uint64_t block, std::uint32_t warp, std::uint32_t site,
                             const access& access) {
  if (is_full_ || !make_room(access)) return;
  history& known = history_of(block, warp);
  std::vector<seen_word> seen;
  for_each_word(access, granule, [&](std::uint64_t word) {
    const auto found = newest_.find(word);
    const std::uint32_t newest = found == newest_.end() ? 0 : found->second;
    seen.push_back({newest, own_version(block, newest)});
  });
  if (const std::uint32_t* poll = known.repeat(site, first_address(access))) {
    event& before = events_[*poll];
    if (before.words == seen.size()) {
      for (std::size_t i = 0; i < seen.size(); ++i) {
        seen_word& word = words_[before.first_word + i];
        word = {seen[i].version, word.version};
      }
      return;
    }
  }
  known.add(site, first_address(access), static_cast<std::uint32_t>(events_.size()));
  events_.push_back({block, site, static_cast<std::uint16_t>(warp), event_kind::read, words_.size(),
                     seen.size()});
  words_.insert(words_.end(), seen.begin(), seen.end());
}

void communication_log::store(std::uint64_t block, std::uint32_t warp, std::uint32_t site,
                              const access& access) {
  if (is_full_ || !make_room(access)) return;
  history_of(block, warp).clear();
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    words_.push_back({add_version(word, false), 0});
  });
  events_.push_back({block, site, static_cast<std::uint16_t>(warp), event_kind::write, first,
                     words_.size() - first});
}

void communication_log::update(std::uint64_t block, std::uint32_t warp, std::uint32_t site,
                               const access& access, bool changed) {
  if (!changed) return load(block, warp, site, access);
  if (is_full_ || !make_room(access)) return;
  history_of(block, warp).clear();
  const std::size_t first = words_.size();
  for_each_word(access, granule, [&](std::uint64_t word) {
    words_.push_back({add_version(word, true), 0});
  });
  events_.push_back({block, site, static_cast<std::uint16_t>(warp), event_kind::update, first,
                     words_.size() - first});
}

}  // namespace warpmark::simt
