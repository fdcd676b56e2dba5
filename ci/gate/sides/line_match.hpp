#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace warpmark::gate {

/// Maps lines of the base to lines of the head.
struct line_match {
  /// Indexed by the base's line minus one: the head's line, from 1; 0 for removed lines. Replaced
  /// lines are matched one by one with their replacements, as far as there are any.
  std::vector<int> head_of;

  /// The first line of the head that differs or is new; where lines were only removed, the one
  /// after them. 0 if the texts are equal.
  int first_changed = 0;

  /// The lines of the head that differ or are new, in order.
  std::vector<int> changed = {};

  bool is_changed(int line) const {
    return std::binary_search(changed.begin(), changed.end(), line);
  }
};

/// Matches the texts by their longest common subsequence of lines. If the differing part is too
/// large for that (4 million pairs of lines), all of it counts as replaced.
line_match match_lines(const std::vector<std::string>& base, const std::vector<std::string>& head);

}  // namespace warpmark::gate
