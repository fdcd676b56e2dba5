#include "simt/memory/shadow_state.hpp"

#include <algorithm>

#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {
namespace {

void repeat_each(std::vector<race_cell>& cells, std::size_t times) {
  charge_launch(cells.size() * (times - 1) * sizeof(race_cell));
  std::vector<race_cell> wide;
  wide.reserve(cells.size() * times);
  for (const race_cell& cell : cells) wide.insert(wide.end(), times, cell);
  cells = std::move(wide);
}

}  // namespace

void race_chunk::make(std::vector<race_cell>& list) const {
  charge_launch(cells() * sizeof(race_cell));
  list.resize(cells());
}

void race_chunk::split() {
  if (by_byte) return;
  by_byte = true;
  repeat_each(writes, 4);
  repeat_each(reads, 4);
}

shadow_state::shadow_state(std::uint64_t size) {
  const std::uint64_t count = (size + race_chunk::bytes - 1) / race_chunk::bytes;
  charge_launch(count * sizeof(race_chunk));
  chunks_.resize(count);
}

void shadow_state::forget(std::uint64_t offset, std::uint64_t length) {
  for (const std::uint64_t end = offset + length; offset < end; offset += 4) {
    race_chunk& chunk = at(offset);
    const std::size_t count = chunk.by_byte ? 4 : 1;
    const std::size_t first = offset % race_chunk::bytes / 4 * count;
    for (auto* cells : {&chunk.writes, &chunk.reads})
      if (!cells->empty())
        std::fill_n(cells->begin() + static_cast<std::ptrdiff_t>(first), count, race_cell{});
  }
}

}  // namespace warpmark::simt
