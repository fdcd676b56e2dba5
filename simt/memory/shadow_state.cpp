#include "simt/memory/shadow_state.hpp"

#include <algorithm>

#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {

void race_chunk::make_lines() {
  charge_launch(sizeof(std::array<race_line, line_count>));
  lines_ = std::make_unique<std::array<race_line, line_count>>();
}

void race_chunk::expand(std::uint64_t index) {
  if (!lines_) make_lines();
  if (!cells_) {
    charge_launch(bytes / 4 * sizeof(race_cells));
    cells_ = std::make_unique<race_cells[]>(bytes / 4);
  }
  const race_line& line = (*lines_)[index];
  race_cells* const words = cells_.get() + index * line_words;
  for (std::uint32_t word = 0; word < line_words; ++word)
    words[word] = {line.write.at(word), line.read.at(word)};
  by_word_ = expanded_ |= 1u << index;
}

void race_chunk::split() {
  if (by_byte_) return;
  for (std::uint64_t line = 0; line < line_count; ++line) cells(line * line_bytes);
  charge_launch((bytes - bytes / 4) * sizeof(race_cells));
  auto wide = std::make_unique<race_cells[]>(bytes);
  for (std::uint64_t at = 0; at < bytes; ++at) wide[at] = cells_[at / 4];
  cells_ = std::move(wide);
  by_byte_ = true;
  by_word_ = 0;
}

shadow_state::shadow_state(std::uint64_t size) {
  const std::uint64_t count = (size + race_chunk::bytes - 1) / race_chunk::bytes;
  charge_launch(count * sizeof(race_chunk));
  chunks_.resize(count);
}

void shadow_state::forget(std::uint64_t offset, std::uint64_t length) {
  for (const std::uint64_t end = offset + length; offset < end; offset += 4) {
    race_chunk& chunk = at(offset);
    std::fill_n(chunk.cells(offset % race_chunk::bytes), chunk.cells_of(4), race_cells{});
  }
}

}  // namespace warpmark::simt
