#include "simt/memory/partial_stores.hpp"

#include <algorithm>
#include <tuple>

#include "simt/memory/address_costs.hpp"
#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {
namespace {

// One sector of so many is followed, wherever the host's memory lies.
constexpr unsigned sample_bits = 4;

bool is_followed(std::uint64_t key) {
  return (key * 0x9e37'79b9'7f4a'7c15) >> (64 - sample_bits) == 0;
}

void add(incomplete_sectors& waited, const open_sector& by, std::uint64_t time) {
  (by.in_line ? waited.in_lines : waited.alone) += time;
}

}  // namespace

std::uint64_t open_sector::store(const open_sector& more, std::uint64_t kept_bytes) {
  const std::uint64_t waited = std::min(more.since - std::min(more.since, since), kept_bytes);
  if (waited == kept_bytes) {  // L2 has read the rest and written the sector.
    *this = more;
    return waited;
  }
  bytes |= more.bytes;
  return is_whole() ? 2 * waited : 0;  // If L2 had read it before, it would read it again.
}

void block_partial_stores::start(std::uint64_t block, std::size_t warps) {
  wave_ = block / rules_.blocks_at_once;
  waited_ = {};
  stored_bytes_.assign(warps, 0);
  open_.clear();
}

void block_partial_stores::store(std::uint32_t warp, const allocation& in,
                                 const access_pattern& pattern, const touched_bytes& touched) {
  stored_bytes_[warp] += std::uint64_t{pattern.size()} * pattern.lanes();
  const std::uint64_t first = (pattern.first() - in.base) / sector_bytes;
  // Lanes that store in order have the sectors of a line one after another.
  const auto parts = pattern.sectors();
  const auto line_of = [&](std::size_t i) { return (first + parts[i].sector) / sectors_per_line; };
  for (std::size_t i = 0, end = 0; i < parts.size(); i = end) {
    std::size_t partial = 0;
    for (end = i; end < parts.size() && line_of(end) == line_of(i); ++end)
      partial += parts[end].bytes != whole_sector;
    if (partial == 0) continue;
    for (std::size_t at = i; at < end; ++at)
      store_part(warp, in, {first + parts[at].sector, parts[at].bytes, partial == sectors_per_line},
                 touched);
  }
}

void block_partial_stores::store_bytes(std::uint32_t warp, const allocation& in,
                                       std::uint64_t offset, std::uint64_t bytes,
                                       const touched_bytes& touched) {
  if (bytes == 0) return;
  stored_bytes_[warp] += bytes;
  const std::uint64_t last_byte = offset + bytes - 1, first = offset / sector_bytes,
                      last = last_byte / sector_bytes;
  const std::uint32_t from_begin = whole_sector << offset % sector_bytes;
  const std::uint32_t to_end = whole_sector >> (sector_bytes - 1 - last_byte % sector_bytes);
  store_part(warp, in, {first, first == last ? from_begin & to_end : from_begin}, touched);
  if (first != last) store_part(warp, in, {last, to_end}, touched);
}

void block_partial_stores::store_part(std::uint32_t warp, const allocation& in,
                                      const stored_sector& stored, const touched_bytes& touched) {
  const std::uint64_t table = touched.table_of(in), key = table << 40 | stored.number;
  if (stored.bytes == whole_sector || !is_followed(key)) return;
  const std::uint64_t now = stored_bytes_[warp] * stored_bytes_.size() * rules_.blocks_at_once;
  const open_sector part{stored.bytes, stored.in_line, now};
  const auto [found, is_new] = open_.try_emplace(key, part);
  if (is_new) {
    if (touched.is_loaded(table, stored.number) ||
        rules_.in_l2->holds(in.base + stored.number * sector_bytes))
      open_.erase(found);
    return;
  }
  add(waited_, part, found->second.store(part, rules_.kept_bytes));
  if (found->second.is_whole()) open_.erase(found);
}

void block_partial_stores::finish(partial_store_log& log) {
  charge_launch(open_.size() * sizeof(partial_store_log::part));
  for (const auto& [sector, state] : open_) log.parts_.push_back({sector, wave_, state});
  log.waited_ += waited_;
  for (const std::uint64_t bytes : stored_bytes_) log.stored_bytes_ += bytes;
}

void partial_store_log::merge(const partial_store_log& other) {
  parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
  waited_ += other.waited_;
  stored_bytes_ += other.stored_bytes_;
}

incomplete_sectors partial_store_log::count_incomplete(const partial_store_rules& rules,
                                                       std::uint64_t blocks) const {
  if (stored_bytes_ <= rules.kept_bytes || blocks == 0) return {};
  const std::uint64_t wave_bytes = stored_bytes_ / blocks * rules.blocks_at_once;
  std::vector<std::pair<std::uint64_t, open_sector>> parts;
  for (const part& one : parts_) {
    parts.emplace_back(one.sector, one.state);
    parts.back().second.since += one.wave * wave_bytes;
  }
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first, a.second.since, a.second.bytes, a.second.in_line) <
           std::tuple(b.first, b.second.since, b.second.bytes, b.second.in_line);
  });
  incomplete_sectors waited = waited_;
  for (std::size_t i = 0; i < parts.size();) {
    open_sector sector = parts[i].second;
    std::size_t next = i + 1;
    for (; next < parts.size() && parts[next].first == parts[i].first && !sector.is_whole(); ++next)
      add(waited, parts[next].second, sector.store(parts[next].second, rules.kept_bytes));
    // What no block completes is still there at the end if it came late.
    if (!sector.is_whole())
      add(waited, sector,
          std::min(stored_bytes_ - std::min(stored_bytes_, sector.since), rules.kept_bytes));
    i = next;
  }
  // L2 writes nothing before it is full.
  const auto kept = static_cast<double>(rules.kept_bytes);
  const double sectors_per_time =
      (1 << sample_bits) / kept * (1 - kept / static_cast<double>(stored_bytes_));
  return {.alone = static_cast<std::uint64_t>(static_cast<double>(waited.alone) * sectors_per_time),
          .in_lines =
              static_cast<std::uint64_t>(static_cast<double>(waited.in_lines) * sectors_per_time)};
}

}  // namespace warpmark::simt
