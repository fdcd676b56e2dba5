#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace warpmark::simt {

/// Machine code from an offset on was compiled from this line of PTX.
struct ptx_line_row {
  std::uint64_t offset = 0;
  int line = 0;
};

/// The line that the code at an offset was compiled from; 0: of none. `lines` is sorted by offset.
inline int line_at(const std::vector<ptx_line_row>& lines, std::uint64_t offset) {
  const auto next =
      std::upper_bound(lines.begin(), lines.end(), offset,
                       [](std::uint64_t at, const ptx_line_row& row) { return at < row.offset; });
  return next == lines.begin() ? 0 : std::prev(next)->line;
}

}  // namespace warpmark::simt
