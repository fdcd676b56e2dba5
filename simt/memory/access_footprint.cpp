#include "simt/memory/access_footprint.hpp"

#include <algorithm>

#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {

access_footprint::access_footprint(const global_memory& memory) : memory_(memory) {
  for (const allocation& live : memory.live()) {
    const std::uint64_t words = (live.size + word_bytes - 1) / word_bytes;
    allocations_.emplace_back((words + chunk_words - 1) / chunk_words);
    charge_launch(allocations_.back().size() * sizeof(std::unique_ptr<chunk>));
  }
}

void access_footprint::add(const access& access, const access_pattern& pattern,
                           const allocation* whole) {
  if (whole && pattern.is_run())
    return add_bytes(access.kind, *whole, pattern.first(), pattern.extent());
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    add_bytes(access.kind, whole ? *whole : *memory_.find(address, access.size), address,
              access.size);
  });
}

void access_footprint::add_bytes(access_kind kind, const allocation& in, std::uint64_t address,
                                 std::uint64_t length) {
  chunks& of_allocation = allocations_[static_cast<std::size_t>(&in - memory_.live().data())];
  const std::uint64_t end = (address - in.base + length - 1) / word_bytes + 1;
  for (std::uint64_t word = (address - in.base) / word_bytes; word < end;) {
    std::unique_ptr<chunk>& at = of_allocation[word / chunk_words];
    if (!at) {
      charge_launch(sizeof(chunk));
      at = std::make_unique<chunk>();
    }
    const std::uint64_t first = word % words_per_mask;
    const std::uint64_t count = std::min(words_per_mask - first, end - word);
    const auto mask = static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
    (*at)[static_cast<std::size_t>(kind)][word % chunk_words / words_per_mask] |= mask;
    word += count;
  }
}

bool access_footprint::conflict(const chunk& one, const chunk& other) {
  const auto& [loads, stores, atomics] = one;
  const auto& [other_loads, other_stores, other_atomics] = other;
  static_assert(static_cast<int>(access_kind::load) == 0 &&
                static_cast<int>(access_kind::store) == 1 &&
                static_cast<int>(access_kind::atomic) == 2);
  std::uint32_t common = 0;
  for (std::size_t i = 0; i < masks_per_chunk; ++i)
    common |= (stores[i] & (other_loads[i] | other_stores[i] | other_atomics[i])) |
              (other_stores[i] & (loads[i] | atomics[i])) | (atomics[i] & other_loads[i]) |
              (other_atomics[i] & loads[i]);
  return common != 0;
}

bool access_footprint::conflicts_with(const access_footprint& other) const {
  for (std::size_t i = 0; i < allocations_.size(); ++i)
    for (std::size_t c = 0; c < allocations_[i].size(); ++c) {
      const chunk* one = allocations_[i][c].get();
      const chunk* two = other.allocations_[i][c].get();
      if (one && two && conflict(*one, *two)) return true;
    }
  return false;
}

void access_footprint::merge(const access_footprint& other) {
  for (std::size_t i = 0; i < allocations_.size(); ++i)
    for (std::size_t c = 0; c < allocations_[i].size(); ++c) {
      const chunk* added = other.allocations_[i][c].get();
      std::unique_ptr<chunk>& here = allocations_[i][c];
      if (!added) continue;
      if (!here) here = std::make_unique<chunk>();
      for (std::size_t kind = 0; kind < kinds; ++kind)
        for (std::size_t m = 0; m < masks_per_chunk; ++m) (*here)[kind][m] |= (*added)[kind][m];
    }
}

}  // namespace warpmark::simt
