#include "simt/memory/shadow_state.hpp"

#include <algorithm>

namespace warpmark::simt {

void race_chunk::make_lines() { lines_ = std::make_unique<std::array<race_line, line_count>>(); }

void race_chunk::expand(std::uint64_t index) {
  if (!lines_) make_lines();
  if (!cells_) cells_ = std::make_unique<race_cells[]>(bytes / 4);
  const race_line& line = (*lines_)[index];
  race_cells* const words = cells_.get() + index * line_words;
  for (std::uint32_t word = 0; word < line_words; ++word)
    words[word] = {line.write.at(word), line.read.at(word)};
  by_word_ = expanded_ |= 1u << index;
}

void race_chunk::split() {
  if (by_byte_) return;
  for (std::uint64_t line = 0; line < line_count; ++line) cells(line * line_bytes);
  auto wide = std::make_unique<race_cells[]>(bytes);
  for (std::uint64_t at = 0; at < bytes; ++at) wide[at] = cells_[at / 4];
  cells_ = std::move(wide);
  by_byte_ = true;
  by_word_ = 0;
}

void shadow_state::forget(std::uint64_t offset, std::uint64_t length) {
  for (const std::uint64_t end = offset + length; offset < end; offset += 4) {
    race_chunk& chunk = at(offset);
    std::fill_n(chunk.cells(offset % race_chunk::bytes), chunk.cells_of(4), race_cells{});
  }
}

}  // namespace warpmark::simt
