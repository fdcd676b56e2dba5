#include "tuning/profile/size_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpmark::tuning {

std::string size_problem::text() const {
  const std::string others = rest.canonical();
  return fmt::format("{}[type={}{}{}]", family, type, others.empty() ? "" : ",", others);
}

std::optional<std::size_t> size_table::best_at(std::size_t size) const {
  std::optional<std::size_t> best;
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    const auto& time = times[index][size];
    if (time && (!best || time->median_ns < times[*best][size]->median_ns)) best = index;
  }
  return best;
}

std::optional<std::size_t> size_table::find(const candidate& candidate) const {
  for (std::size_t index = 0; index < candidates.size(); ++index)
    if (same(candidates[index], candidate)) return index;
  return std::nullopt;
}

std::optional<std::size_t> size_table::find_size(std::uint64_t n) const {
  const auto found = std::lower_bound(sizes.begin(), sizes.end(), n);
  if (found == sizes.end() || *found != n) return std::nullopt;
  return static_cast<std::size_t>(found - sizes.begin());
}

std::optional<timing> size_table::time_of(const candidate& candidate, std::uint64_t n) const {
  const auto row = find(candidate);
  const auto column = find_size(n);
  return row && column ? times[*row][*column] : std::nullopt;
}

size_table without_gaps(size_table table) {
  size_table rows{.size_problem = table.size_problem, .sizes = table.sizes};
  for (std::size_t index = 0; index < table.candidates.size(); ++index) {
    const auto& row = table.times[index];
    if (std::none_of(row.begin(), row.end(), [](const auto& time) { return time.has_value(); }))
      continue;
    rows.candidates.push_back(std::move(table.candidates[index]));
    rows.times.push_back(std::move(table.times[index]));
  }
  std::vector<std::uint64_t> measured;
  for (std::size_t size = 0; size < rows.sizes.size(); ++size)
    if (rows.best_at(size)) measured.push_back(rows.sizes[size]);
  if (measured.size() == rows.sizes.size()) return rows;
  return at_sizes(rows, measured, true);
}

size_table at_sizes(const size_table& table, std::span<const std::uint64_t> keep, bool inside) {
  size_table result{.size_problem = table.size_problem, .candidates = table.candidates};
  result.times.resize(table.candidates.size());
  for (std::size_t size = 0; size < table.sizes.size(); ++size) {
    const auto n = table.sizes[size];
    if ((std::find(keep.begin(), keep.end(), n) != keep.end()) != inside) continue;
    result.sizes.push_back(n);
    for (std::size_t index = 0; index < table.candidates.size(); ++index)
      result.times[index].push_back(table.times[index][size]);
  }
  return result;
}

size_table updated(size_table table, const size_table& newer) {
  for (std::size_t index = 0; index < table.candidates.size(); ++index)
    for (std::size_t size = 0; size < table.sizes.size(); ++size)
      if (const auto time = newer.time_of(table.candidates[index], table.sizes[size]))
        table.times[index][size] = time;
  return table;
}

}  // namespace warpmark::tuning
