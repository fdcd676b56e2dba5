#include "simt/memory/warm_memory.hpp"

#include <algorithm>
#include <tuple>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

void warm_memory::clear(std::uint64_t capacity) {
  capacity_sectors_ = capacity / sector_bytes;
  held_sectors_ = 0;
  order_.clear();
  held_.clear();
  recent_.clear();
}

void warm_memory::note_ranges(const std::vector<range>& ranges) {
  std::vector<std::vector<touched_piece>> runs;
  for (const range& one : ranges) {
    if (one.length == 0) continue;
    std::vector<touched_piece>& run = runs.emplace_back();
    const std::uint64_t end = one.address + one.length;
    for (std::uint64_t piece = one.address / piece_bytes; piece * piece_bytes < end; ++piece) {
      const std::uint64_t from = std::max(one.address, piece * piece_bytes);
      const std::uint64_t to = std::min(end, (piece + 1) * piece_bytes);
      run.emplace_back(piece, (to - from + sector_bytes - 1) / sector_bytes);
    }
  }
  touch(std::move(runs));
}

std::uint64_t warm_memory::note_launch(const touched_bytes& touched) {
  // Allocations are at least a piece apart.
  std::vector<std::vector<touched_piece>> runs;
  std::uint64_t last = 0;
  touched.for_each_group([&](std::uint64_t address, unsigned sectors) {
    if (runs.empty() || address < last || address - last >= piece_bytes) runs.emplace_back();
    last = address;
    std::vector<touched_piece>& run = runs.back();
    const std::uint64_t piece = address / piece_bytes;
    if (run.empty() || run.back().first != piece) run.emplace_back(piece, 0);
    run.back().second += sectors;
  });
  return touch(std::move(runs));
}

// Each run advances as the others do. Returns the sectors that were not held.
std::uint64_t warm_memory::touch(std::vector<std::vector<touched_piece>> runs) {
  std::vector<std::tuple<double, std::size_t, touched_piece>> by_progress;
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (std::size_t i = 0; i < runs[r].size(); ++i)
      by_progress.emplace_back((static_cast<double>(i) + 0.5) / static_cast<double>(runs[r].size()),
                               r, runs[r][i]);
  std::sort(by_progress.begin(), by_progress.end());
  std::uint64_t cold = 0;
  for (const auto& [progress, run, piece] : by_progress)
    if (!touch_piece(piece)) cold += piece.second;
  note_recent();
  return cold;
}

bool warm_memory::touch_piece(const touched_piece& piece) {
  const auto [found, is_new] = held_.try_emplace(piece.first);
  if (is_new) {
    found->second = order_.insert(order_.end(), piece);
    held_sectors_ += piece.second;
  } else {
    order_.splice(order_.end(), order_, found->second);
    const std::uint64_t before = found->second->second;
    found->second->second = std::max(before, piece.second);
    held_sectors_ += found->second->second - before;
  }
  while (held_sectors_ > capacity_sectors_) {
    held_sectors_ -= order_.front().second;
    held_.erase(order_.front().first);
    order_.pop_front();
  }
  return !is_new;
}

void warm_memory::note_recent() {
  recent_.clear();
  std::uint64_t sectors = 0;
  for (auto piece = order_.rbegin(); piece != order_.rend(); ++piece) {
    sectors += piece->second;
    if (2 * sectors > capacity_sectors_) break;
    recent_.insert(piece->first);
  }
}

}  // namespace warpmark::simt
