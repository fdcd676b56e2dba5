#include "simt/memory/touched_bytes.hpp"

#include <algorithm>
#include <bit>

#include "simt/memory/address_costs.hpp"
#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {
namespace {

unsigned count_bits(std::uint64_t word) { return static_cast<unsigned>(std::popcount(word)); }

}  // namespace

touched_bytes::table::~table() {
  for (std::uint64_t i = 0; i < count; ++i) delete chunks[i].load(std::memory_order_relaxed);
}

touched_bytes::touched_bytes(const global_memory& memory)
    : memory_(memory), tables_(memory.live().size()) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const std::uint64_t sectors = (memory.live()[i].size + sector_bytes - 1) / sector_bytes;
    tables_[i].count = (sectors + chunk_sectors - 1) / chunk_sectors;
    tables_[i].chunks = std::make_unique<std::atomic<chunk*>[]>(tables_[i].count);
  }
}

touched_bytes::chunk* touched_bytes::add_chunk(std::atomic<chunk*>& slot) {
  charge_launch(sizeof(chunk));
  chunk* present = nullptr;
  auto added = std::make_unique<chunk>();
  return slot.compare_exchange_strong(present, added.get()) ? added.release() : present;
}

void touched_bytes::for_each_group(
    const std::function<void(std::uint64_t, unsigned)>& visit) const {
  constexpr std::uint64_t group = 8;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    for (std::uint64_t c = 0; c < tables_[i].count; ++c) {
      const chunk* words = tables_[i].chunks[c].load(std::memory_order_relaxed);
      if (words == nullptr) continue;
      const std::uint64_t first = memory_.live()[i].base + c * chunk_sectors * sector_bytes;
      for (std::uint64_t g = 0; g < chunk_sectors; g += group) {
        unsigned touched = 0;
        for (std::uint64_t s = g; s < g + group; ++s)
          touched += (*words)[s].load(std::memory_order_relaxed) != 0;
        if (touched != 0) visit(first + g * sector_bytes, touched);
      }
    }
}

touched_bytes::sector_counts touched_bytes::count_sectors(std::size_t index) const {
  sector_counts counts;
  const table& of_allocation = tables_[index];
  for (std::uint64_t c = 0; c < of_allocation.count; ++c) {
    const chunk* words = of_allocation.chunks[c].load(std::memory_order_relaxed);
    if (words == nullptr) continue;
    for (const auto& word : *words) {
      const std::uint64_t marks = word.load(std::memory_order_relaxed);
      counts.touched += marks != 0;
      counts.loaded += (marks & 0xffff'ffff) != 0;
    }
  }
  return counts;
}

first_touches touched_bytes::touch(const allocation& in, std::uint64_t offset, std::uint64_t length,
                                   bool loads, bool stores) {
  first_touches first;
  const std::uint64_t end = offset + length;
  while (offset < end) {
    const std::uint64_t within = offset % sector_bytes;
    const std::uint64_t count = std::min(sector_bytes - within, end - offset);
    const std::uint64_t bytes = ((std::uint64_t{1} << count) - 1) << within;
    touch_sector(in, offset / sector_bytes, static_cast<std::uint32_t>(bytes), loads, stores,
                 first);
    offset += count;
  }
  return first;
}

void touched_bytes::mark(std::atomic<std::uint64_t>& word, std::uint64_t marks,
                         first_touches& first) {
  const std::uint64_t before = word.fetch_or(marks, std::memory_order_relaxed);
  const std::uint64_t added = marks & ~before;
  const std::uint64_t bytes = (marks | (marks >> 32)) & 0xffff'ffff;
  first.loaded += count_bits(added & 0xffff'ffff);
  first.stored += count_bits(added >> 32);
  first.touched += count_bits(bytes & ~(before | (before >> 32)));
  first.sectors += before == 0;
}

}  // namespace warpmark::simt
