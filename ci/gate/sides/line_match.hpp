#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace warpmark::gate {

/// Which line of the head a line of the base has become.
struct line_match {
  /// By the base's line less one: the head's line, from 1; 0 for lines that are gone. Lines that
  /// were replaced are matched one by one with those in their place, as far as there are any.
  std::vector<int> head_of;

  /// The first line of the head that differs or is new; where lines only went, the one that
  /// followed them. 0 if the texts are equal.
  int first_changed = 0;

  /// The lines of the head that differ or are new, in order.
  std::vector<int> changed = {};

  bool is_changed(int line) const {
    return std::binary_search(changed.begin(), changed.end(), line);
  }
};

/// Matches the texts by their longest common subsequence of lines. Where what differs is too large
/// for that (4 million pairs of lines), all of it counts as replaced.
line_match match_lines(const std::vector<std::string>& base, const std::vector<std::string>& head);

}  // namespace warpmark::gate
