#include "simt/memory/warm_memory.hpp"

namespace warpmark::simt {

void warm_memory::note_fill(std::uint64_t address, std::uint64_t length) {
  if (length == 0) return;
  for (std::uint64_t piece = address / piece_bytes; piece <= (address + length - 1) / piece_bytes;
       ++piece)
    pieces_.insert(piece);
}

std::uint64_t warm_memory::note_launch(const touched_bytes& touched) {
  std::set<std::uint64_t> added;
  std::uint64_t cold = 0;
  touched.for_each_group([&](std::uint64_t address, unsigned sectors) {
    const std::uint64_t piece = address / piece_bytes;
    if (pieces_.contains(piece)) return;
    cold += sectors;
    added.insert(piece);
  });
  pieces_.merge(added);
  return cold;
}

}  // namespace warpmark::simt
