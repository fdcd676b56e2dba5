#include "simt/memory/touched_bytes.hpp"

#include <algorithm>
#include <bit>

#include "simt/memory/address_costs.hpp"

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

touched_bytes::chunk& touched_bytes::chunk_at(const allocation& in, std::uint64_t index) {
  std::atomic<chunk*>& slot =
      tables_[static_cast<std::size_t>(&in - memory_.live().data())].chunks[index];
  chunk* present = slot.load(std::memory_order_acquire);
  if (present) return *present;
  charge_launch(sizeof(chunk));
  auto added = std::make_unique<chunk>();
  if (slot.compare_exchange_strong(present, added.get())) return *added.release();
  return *present;
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

first_touches touched_bytes::touch(const allocation& in, std::uint64_t offset, std::uint64_t length,
                                   bool loads, bool stores) {
  first_touches result;
  const std::uint64_t end = offset + length;
  while (offset < end) {
    const std::uint64_t sector = offset / sector_bytes;
    const std::uint64_t first = offset % sector_bytes;
    const std::uint64_t count = std::min(sector_bytes - first, end - offset);
    const std::uint64_t bytes = ((std::uint64_t{1} << count) - 1) << first;
    const std::uint64_t marks = (loads ? bytes : 0) | (stores ? bytes << 32 : 0);
    auto& word = chunk_at(in, sector / chunk_sectors)[sector % chunk_sectors];
    offset += count;
    // Most words are complete or empty: only those that change are written.
    if ((word.load(std::memory_order_relaxed) & marks) == marks) continue;
    const std::uint64_t before = word.fetch_or(marks, std::memory_order_relaxed);
    if (before == 0) {  // The usual case, without counting bits.
      const auto fresh = static_cast<unsigned>(count);
      result.loaded += loads ? fresh : 0;
      result.stored += stores ? fresh : 0;
      result.touched += fresh;
      ++result.sectors;
      continue;
    }
    const std::uint64_t added = marks & ~before;
    result.loaded += count_bits(added & 0xffff'ffff);
    result.stored += count_bits(added >> 32);
    result.touched += count_bits(bytes & ~(before | (before >> 32)));
  }
  return result;
}

}  // namespace warpmark::simt
