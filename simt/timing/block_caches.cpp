#include "simt/timing/block_caches.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simt/instructions/lanes.hpp"
#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {
namespace {

// Beyond this many lines, of up to 400 bytes on the host each, what the block has loaded and stored
// is forgotten.
constexpr std::size_t max_lines = 1 << 18;

}  // namespace

block_caches::block_caches(const model::card_constants& card, const cache_share& shares,
                           const warm_memory& warm, bool all_in_l2)
    : card_(card),
      shares_(shares),
      warm_(warm),
      all_in_l2_(all_in_l2),
      fetched_at_once_(std::clamp<std::uint64_t>(
          static_cast<std::uint64_t>(card.dram_fetch_bytes) / sector_bytes, 1, sectors_per_line)),
      l1_cycles_(whole_cycles(card.l1_latency_cycles)),
      lines_a_warp_(
          std::max<std::size_t>(1, shares.l1_bytes_per_warp / (sectors_per_line * sector_bytes))) {}

void block_caches::start(std::size_t warps) {
  warps_.assign(warps, {});
  lines_.clear();
  newest_line_ = nullptr;
  placed_ = l1_sectors_ = l2_pieces_ = fetched_sectors_ = refetched_sectors_ = 0;
}

block_caches::arrival block_caches::load(std::uint32_t warp, std::uint64_t sector,
                                         const moment& issued) {
  moment& filled = lines_of_warp(warp, sector / sectors_per_line)[sector % sectors_per_line];
  arrival result;
  if (filled.value() == 0) {
    result.is_new = true;
    line& at = line_of(sector);
    l1_copy& copy = at.sectors[sector % sectors_per_line];
    if (copy.from == l1_copy::source::store && is_in_l1(copy)) {
      // A store that the interpreter came to first need not be first.
      place(at);
      filled = earlier(copy.filled, issued + at.l2_cycles);
    } else if (copy.from == l1_copy::source::load && copy.warp != warp) {
      // The other warp may be ahead in the interpreter's order and yet come later.
      filled = copy.filled = earlier(copy.filled, fetch(at, sector, issued));
    } else {
      result.misses = true;
      filled = fetch(at, sector, issued);
      copy = {l1_copy::source::load, warp, filled, l1_sectors_++};
    }
  }
  result.filled = filled;
  result.at = later(issued + l1_cycles_, filled);
  return result;
}

moment block_caches::fetch(std::uint64_t sector, const moment& issued) {
  return fetch(line_of(sector), sector, issued);
}

moment block_caches::fetch(line& at, std::uint64_t sector, const moment& issued) {
  place(at);
  const moment from_l2 = issued + at.l2_cycles, from_dram = issued + at.dram_cycles;
  l2_copy& piece = at.pieces[sector % sectors_per_line / fetched_at_once_];
  if (all_in_l2_ && !piece.stored) return from_l2;
  const bool is_first = !std::exchange(piece.fetched, true);
  if (piece.stored) {
    if (!is_in_l2(piece)) {
      piece.before = l2_pieces_++;
      refetched_sectors_ += fetched_at_once_;
      piece.from_dram = from_dram;
    }
    return later(from_l2, piece.from_dram);
  }
  if (is_first) ++l2_pieces_;
  if (warm_.holds(sector * sector_bytes)) return from_l2;
  const unsigned bit = 1u << sector % sectors_per_line;
  if ((at.counted & bit) == 0) ++fetched_sectors_;
  at.counted |= bit;
  piece.from_dram = is_first ? from_dram : earlier(piece.from_dram, from_dram);
  return later(from_l2, piece.from_dram);
}

void block_caches::store(const access& access, const moment& issued) {
  std::uint64_t last = ~std::uint64_t{0}, last_piece = last;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t sector = access.address[lane] / sector_bytes;
    if (sector == last) return;
    last = sector;
    line& at = line_of(sector);
    l1_copy& copy = at.sectors[sector % sectors_per_line];
    const bool in_l1 = copy.from == l1_copy::source::store && is_in_l1(copy);
    copy = {l1_copy::source::store, 0, issued, in_l1 ? copy.before : l1_sectors_++};
    l2_copy& piece = at.pieces[sector % sectors_per_line / fetched_at_once_];
    const std::uint64_t number = sector / fetched_at_once_;
    if (std::exchange(last_piece, number) == number) return;
    if (!std::exchange(piece.stored, true) || !is_in_l2(piece)) piece.before = l2_pieces_++;
  });
}

block_caches::line& block_caches::line_of(std::uint64_t sector) {
  const std::uint64_t number = sector / sectors_per_line;
  if (newest_line_ != nullptr && newest_ == number) return *newest_line_;
  if (lines_.size() > max_lines) lines_.clear();
  newest_ = number;
  newest_line_ = &lines_[number];
  return *newest_line_;
}

// Lines are nearer or farther, and their rows of DRAM are open or not. A block that waits for
// several waits for the slowest. Their latencies are spread evenly, so that few lines have the
// expected maximum: the first has the mean. Those of DRAM grow with the logarithm of the number of
// lines, as the maximum of an exponential distribution does.
void block_caches::place(line& at) {
  if (std::exchange(at.has_place, true)) return;
  constexpr double golden = 0.6180339887498949;
  const double step = golden * static_cast<double>(placed_++);
  const auto spread = [&](double first) { return first + step - std::floor(first + step); };
  const double of_l2 = 2 * spread(0.5) - 1, of_dram = -std::log1p(-spread(1 - std::exp(-1.0))) - 1;
  const auto latency = [](double mean, double of_spread, double cycles) {
    return whole_cycles(std::max(0.0, mean + of_spread * cycles));
  };
  at.l2_cycles = latency(card_.l2_latency_cycles, of_l2, card_.l2_latency_spread_cycles);
  at.dram_cycles = latency(card_.dram_latency_cycles, of_dram, card_.dram_latency_spread_cycles);
}

// All resident blocks fetch and store as much as this one.
bool block_caches::is_in_l1(const l1_copy& copy) const {
  return (l1_sectors_ - copy.before) * sector_bytes <= shares_.l1_bytes_per_warp * warps_.size();
}
bool block_caches::is_in_l2(const l2_copy& copy) const {
  return (l2_pieces_ - copy.before) * fetched_at_once_ * sector_bytes <= shares_.l2_bytes;
}

block_caches::filled_sectors& block_caches::lines_of_warp(std::uint32_t warp,
                                                          std::uint64_t number) {
  warp_lines& of = warps_[warp];
  if (const auto found = of.lines.find(number); found != of.lines.end()) return found->second;
  if (of.order.size() < lines_a_warp_) {
    of.order.push_back(number);
    return of.lines[number];
  }
  auto replaced = of.lines.extract(of.order[of.oldest]);
  replaced.key() = number;
  replaced.mapped() = {};
  of.order[of.oldest] = number;
  of.oldest = (of.oldest + 1) % lines_a_warp_;
  return of.lines.insert(std::move(replaced)).position->second;
}

}  // namespace warpmark::simt
