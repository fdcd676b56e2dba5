#include "bench/core/suggest.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return "";
  const auto distance = [&](const std::string& candidate) {
    // A part typed in full is nearer than its missing letters would make it.
    const bool contained = wrong.size() >= 3 && candidate.find(wrong) != std::string::npos;
    if (contained) return std::size_t{1};
    // So is a misspelt beginning of it.
    const std::size_t beginning = 1 + edit_distance(wrong, candidate.substr(0, wrong.size()));
    return std::min(edit_distance(wrong, candidate), beginning);
  };
  const auto nearest =
      std::min_element(candidates.begin(), candidates.end(),
                       [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (distance(*nearest) <= std::max<std::size_t>(2, wrong.size() / 2))
    return fmt::format(" (did you mean '{}'?)", *nearest);
  return fmt::format(" (there is {})", fmt::join(candidates, ", "));
}

}  // namespace warpmark
