#include "ci/gate/sides/line_match.hpp"

#include <algorithm>
#include <cstdint>

namespace warpmark::gate {
namespace {

constexpr std::size_t max_pairs = 4'000'000;

// The part of both texts between their common prefix and suffix.
struct differing_part {
  std::size_t base_begin = 0, base_end = 0, head_begin = 0, head_end = 0;
};

differing_part part_of(const std::vector<std::string>& base, const std::vector<std::string>& head) {
  differing_part part{0, base.size(), 0, head.size()};
  while (part.base_begin < part.base_end && part.head_begin < part.head_end &&
         base[part.base_begin] == head[part.head_begin])
    ++part.base_begin, ++part.head_begin;
  while (part.base_end > part.base_begin && part.head_end > part.head_begin &&
         base[part.base_end - 1] == head[part.head_end - 1])
    --part.base_end, --part.head_end;
  return part;
}

// Pairs of equal lines of the part, in order: indices from 0.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(const std::vector<std::string>& base,
                                                              const std::vector<std::string>& head,
                                                              const differing_part& part) {
  const std::size_t rows = part.base_end - part.base_begin,
                    columns = part.head_end - part.head_begin;
  if (rows == 0 || columns == 0 || rows > max_pairs / columns) return {};
  // length[i][j]: of the longest common subsequence of the suffixes from i and from j.
  const std::size_t width = columns + 1;
  std::vector<std::uint32_t> length((rows + 1) * width);
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      length[i * width + j] =
          base[part.base_begin + i] == head[part.head_begin + j]
              ? length[(i + 1) * width + j + 1] + 1
              : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (base[part.base_begin + i] == head[part.head_begin + j])
      pairs.emplace_back(part.base_begin + i++, part.head_begin + j++);
    else if (length[(i + 1) * width + j] >= length[i * width + j + 1])
      ++i;
    else
      ++j;
  }
  return pairs;
}

}  // namespace

line_match match_lines(const std::vector<std::string>& base, const std::vector<std::string>& head) {
  const differing_part part = part_of(base, head);
  line_match result{.head_of = std::vector<int>(base.size(), 0)};
  for (std::size_t i = 0; i < part.base_begin; ++i) result.head_of[i] = static_cast<int>(i) + 1;
  for (std::size_t i = part.base_end; i < base.size(); ++i)
    result.head_of[i] = static_cast<int>(i - part.base_end + part.head_end) + 1;

  auto pairs = common_lines(base, head, part);
  pairs.emplace_back(part.base_end, part.head_end);
  std::size_t i = part.base_begin, j = part.head_begin;
  for (const auto& [base_line, head_line] : pairs) {
    if (result.first_changed == 0 && (i < base_line || j < head_line))
      result.first_changed =
          static_cast<int>(std::min(j + 1, std::max<std::size_t>(head.size(), 1)));
    for (std::size_t line = j; line < head_line; ++line)
      result.changed.push_back(static_cast<int>(line) + 1);
    while (i < base_line && j < head_line) result.head_of[i++] = static_cast<int>(++j);
    if (base_line < part.base_end) result.head_of[base_line] = static_cast<int>(head_line) + 1;
    i = base_line + 1;
    j = head_line + 1;
  }
  return result;
}

}  // namespace warpmark::gate
