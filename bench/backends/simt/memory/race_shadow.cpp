#include "bench/backends/simt/memory/race_shadow.hpp"

namespace warpmark::simt {
namespace {

void repeat_each(std::vector<race_cell>& cells, std::size_t times) {
  std::vector<race_cell> wide;
  wide.reserve(cells.size() * times);
  for (const race_cell& each : cells) wide.insert(wide.end(), times, each);
  cells = std::move(wide);
}

}  // namespace

void race_chunk::split() {
  if (by_byte) return;
  by_byte = true;
  repeat_each(writes, 4);
  repeat_each(reads, 4);
}

}  // namespace warpmark::simt
