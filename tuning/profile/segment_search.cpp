#include "tuning/profile/segment_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace warpmark::tuning {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Sums of logarithms as integers, in units of 1e-9, so that ties do not depend on the order of
// summation.
struct path_cost {
  std::int64_t log_loss = std::numeric_limits<std::int64_t>::max();
  std::uint32_t variant_changes = 0;
  auto operator<=>(const path_cost&) const = default;
  bool possible() const { return log_loss != std::numeric_limits<std::int64_t>::max(); }
};

std::int64_t log_units(double loss) { return std::llround(std::log1p(loss) * 1e9); }

constexpr std::uint32_t stays = std::numeric_limits<std::uint32_t>::max();

struct path_cell {
  path_cost cost;
  std::uint32_t before = stays;  ///< The candidate of the previous segment, if one begins here.
};

// Candidates' cells at one size, for one number of segments.
using path_row = std::vector<path_cell>;

// The cheapest candidates of a row: of all, and of each variant.
struct cheapest {
  std::uint32_t any = stays;
  std::vector<std::uint32_t> by_variant;
};

// The eligible candidates, with a loss within the cap at some size, and their variants' numbers.
struct segment_contest {
  std::vector<std::uint32_t> candidates;    ///< In the table's order.
  std::vector<std::vector<double>> losses;  ///< Of those.
  std::vector<std::uint32_t> variants;      ///< Of those.
  std::uint32_t variant_count = 0;
};

segment_contest contest_within(const loss_matrix& losses, const std::vector<std::string>& variants,
                               double cap) {
  segment_contest result;
  std::map<std::string, std::uint32_t> numbers;
  for (std::uint32_t value = 0; value < losses.size(); ++value) {
    if (*std::min_element(losses[value].begin(), losses[value].end()) > cap) continue;
    result.candidates.push_back(value);
    result.losses.push_back(losses[value]);
    const auto next = static_cast<std::uint32_t>(numbers.size());
    result.variants.push_back(numbers.try_emplace(variants[value], next).first->second);
  }
  result.variant_count = static_cast<std::uint32_t>(numbers.size());
  return result;
}

cheapest cheapest_of(const path_row& row, const segment_contest& segment_contest) {
  cheapest result{.by_variant = std::vector<std::uint32_t>(segment_contest.variant_count, stays)};
  const auto improve = [&](std::uint32_t& best, std::uint32_t by) {
    if (best == stays || row[by].cost < row[best].cost) best = by;
  };
  for (std::uint32_t value = 0; value < row.size(); ++value) {
    if (!row[value].cost.possible()) continue;
    improve(result.any, value);
    improve(result.by_variant[segment_contest.variants[value]], value);
  }
  return result;
}

class path_table {
 public:
  path_table(const segment_contest& segment_contest, std::size_t max_segments, double cap)
      : of_(segment_contest),
        sizes_(segment_contest.losses.front().size()),
        rows_(max_segments,
              std::vector<path_row>(sizes_, path_row(segment_contest.losses.size()))) {
    for (std::size_t size = 0; size < sizes_; ++size)
      for (std::size_t used = 0; used < max_segments; ++used) fill(used, size, cap);
  }

  std::vector<size_segment> cheapest_path() const {
    std::size_t used = rows_.size() - 1, size = sizes_ - 1;
    const auto& ends = rows_[used][size];
    std::size_t candidate = 0;
    for (std::size_t index = 0; index < ends.size(); ++index)
      if (ends[index].cost < ends[candidate].cost) candidate = index;
    std::vector<size_segment> segments = {{.last = size, .candidate = of_.candidates[candidate]}};
    for (; size > 0; --size) {
      const std::uint32_t before = rows_[used][size][candidate].before;
      if (before == stays) continue;
      candidate = before;
      segments.back().first = size;
      segments.push_back({.last = size - 1, .candidate = of_.candidates[candidate]});
      --used;
    }
    std::reverse(segments.begin(), segments.end());
    return segments;
  }

 private:
  void fill(std::size_t used, std::size_t size, double cap) {
    auto& row = rows_[used][size];
    const path_row* fewer = size > 0 && used > 0 ? &rows_[used - 1][size - 1] : nullptr;
    const cheapest ends = fewer != nullptr ? cheapest_of(*fewer, of_) : cheapest{};
    for (std::uint32_t candidate = 0; candidate < row.size(); ++candidate) {
      if (of_.losses[candidate][size] > cap) continue;
      if (size == 0)
        row[candidate].cost = {.log_loss = 0};
      else
        row[candidate] = best_way(candidate, rows_[used][size - 1][candidate].cost, fewer, ends);
      if (row[candidate].cost.possible())
        row[candidate].cost.log_loss += log_units(of_.losses[candidate][size]);
    }
  }

  // The best way to reach a size with `candidate`: from the previous size, or after another's
  // segment.
  path_cell best_way(std::uint32_t candidate, path_cost going_on, const path_row* fewer,
                     const cheapest& ends) const {
    path_cell best{.cost = going_on};
    if (fewer == nullptr || ends.any == stays) return best;
    const auto follow = [&](std::uint32_t before, std::uint32_t changes) {
      path_cost cost = (*fewer)[before].cost;
      cost.variant_changes += changes;
      if (cost < best.cost) best = {.cost = cost, .before = before};
    };
    const std::uint32_t kin = ends.by_variant[of_.variants[candidate]];
    if (kin != stays) follow(kin, 0);
    if (kin != ends.any) follow(ends.any, 1);
    return best;
  }

  const segment_contest& of_;
  std::size_t sizes_;
  std::vector<std::vector<path_row>> rows_;  ///< By segments used - 1, then size.
};

}  // namespace

std::vector<double> min_worst_losses(const loss_matrix& losses) {
  const std::size_t sizes = losses.front().size();
  // For at most k segments that end at a size, by k; the previous row is for k - 1.
  std::vector<double> fewer(sizes, never), result;
  for (std::size_t k = 0; k < sizes; ++k) {
    std::vector<double> least(sizes, never);
    for (const auto& losses_of_config : losses) {
      double going_on = never;
      for (std::size_t size = 0; size < sizes; ++size) {
        const double before = size == 0 ? 0 : std::min(going_on, fewer[size - 1]);
        going_on = std::max(before, losses_of_config[size]);
        least[size] = std::min(least[size], going_on);
      }
    }
    result.push_back(least.back());
    fewer = std::move(least);
  }
  return result;
}

std::vector<size_segment> min_mean_segments(const loss_matrix& losses,
                                            const std::vector<std::string>& variants,
                                            std::size_t max_segments, double cap) {
  const segment_contest segment_contest = contest_within(losses, variants, cap);
  return path_table(segment_contest, max_segments, cap).cheapest_path();
}

}  // namespace warpmark::tuning
