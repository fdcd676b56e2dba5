#include "base/suggest.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // The last two rows and the current one, each with the distances to prefixes of `b`.
  std::vector<std::size_t> older(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    older.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);
    }
  }
  return row[b.size()];
}

namespace {

std::size_t distance(std::string_view wrong, std::string_view candidate) {
  // A much longer word is not near; this also bounds the time for long texts.
  if (wrong.size() > 2 * candidate.size() + 2) return wrong.size();
  std::size_t min_distance = edit_distance(wrong, candidate);
  // A large contained part counts as nearer than its missing letters suggest …
  if (wrong.size() >= 3 && 3 * wrong.size() >= candidate.size() &&
      candidate.find(wrong) != std::string_view::npos)
    min_distance = std::min<std::size_t>(min_distance, 1);
  // … and so does a misspelt prefix.
  if (wrong.size() >= 4 && 2 * wrong.size() >= candidate.size())
    min_distance =
        std::min(min_distance, 1 + edit_distance(wrong, candidate.substr(0, wrong.size())));
  return min_distance;
}

}  // namespace

std::optional<std::string> nearest(std::string_view wrong,
                                   const std::vector<std::string>& candidates) {
  const auto best = std::min_element(
      candidates.begin(), candidates.end(),
      [&](const auto& a, const auto& b) { return distance(wrong, a) < distance(wrong, b); });
  if (best == candidates.end() ||
      distance(wrong, *best) > std::max<std::size_t>(1, (wrong.size() + 1) / 3))
    return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return "";
  if (const auto found = nearest(wrong, candidates))
    return fmt::format(" (did you mean '{}'?)", *found);
  return fmt::format(" (there is {})", fmt::join(candidates, ", "));
}

}  // namespace warpmark
