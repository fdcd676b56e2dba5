#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "tuning/profile/make_profile.hpp"

namespace warpmark::tuning {
namespace {

std::vector<std::size_t> timed_sizes(const size_table& table, std::size_t row) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < table.sizes.size(); ++size)
    if (table.times[row][size]) sizes.push_back(size);
  return sizes;
}

// The variants' defaults that have times at the most sizes.
std::vector<std::size_t> widest_bases(const size_table& table, const std::string& variant) {
  std::vector<std::size_t> widest;
  std::size_t max_times = 1;
  for (std::size_t row = 0; row < table.candidates.size(); ++row) {
    const auto& item = table.candidates[row];
    if (!item.is_base || (!variant.empty() && item.variant != variant)) continue;
    const auto count = timed_sizes(table, row).size();
    if (count > max_times) widest.clear();
    if (count >= max_times) widest.push_back(row);
    max_times = std::max(max_times, count);
  }
  return widest;
}

double log_time(const size_table& table, std::size_t row, const std::vector<std::size_t>& sizes) {
  double sum = 0;
  for (const auto size : sizes) sum += std::log(table.times[row][size]->median_ns);
  return sum;
}

// The sizes at which all rows have a time.
std::vector<std::size_t> common_sizes(const size_table& table,
                                      const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < table.sizes.size(); ++size)
    if (std::all_of(rows.begin(), rows.end(),
                    [&](std::size_t row) { return table.times[row][size].has_value(); }))
      sizes.push_back(size);
  return sizes;
}

// The winner at a size of a table, which may lack the base.
tuned_size winner_at(const size_table& table, std::size_t size, const candidate& base,
                     double equality) {
  const std::size_t best = table.best_at(size).value();
  tuned_size here{.n = table.sizes[size],
                  .winner = table.candidates[best],
                  .time = table.times[best][size].value(),
                  .base_time = table.time_of(base, table.sizes[size]),
                  .over_base = {}};
  if (!here.base_time) return here;
  here.over_base = gain_over(*here.base_time, here.time);
  here.plateau = here.over_base->value <= 1 + equality;
  if (here.plateau) {
    here.winner = base;
    here.time = *here.base_time;
    here.over_base = gain{};
  }
  return here;
}

std::vector<double> known_losses(const loss_report& report) {
  std::vector<double> losses;
  for (const auto& size : report.sizes)
    if (size.loss) losses.push_back(*size.loss);
  return losses;
}

}  // namespace

candidate base_of(const size_table& table, const std::string& variant) {
  const auto bases = widest_bases(table, variant);
  if (bases.empty())
    throw usage_error(fmt::format(
        "{}: no time of the default config{}{}; gains are relative to it: measure "
        "it at the tuned sizes",
        table.size_problem.text(), variant.empty() ? " of any variant" : " of ", variant));
  const auto sizes = common_sizes(table, bases);
  return table
      .candidates[*std::min_element(bases.begin(), bases.end(), [&](std::size_t a, std::size_t b) {
        return log_time(table, a, sizes) < log_time(table, b, sizes);
      })];
}

// Absent if it is of any step.
static std::optional<std::string> lowest_level(const std::vector<policy_step>& steps) {
  std::optional<determinism> lowest;
  for (const auto& step : steps) {
    if (!step.use.deterministic) return std::nullopt;
    lowest = std::min(lowest.value_or(*step.use.deterministic), *step.use.deterministic);
  }
  return lowest ? std::optional(std::string(name(*lowest))) : std::nullopt;
}

profile_entry make_entry(const size_table& tuned, const size_table* confirmed,
                         const size_table* held_out, const candidate& base,
                         const profile_options& options) {
  const auto table = confirmed != nullptr ? updated(tuned, *confirmed) : tuned;
  profile_entry entry{.size_problem = table.size_problem, .base = base, .held_out = {}};
  for (std::size_t size = 0; size < table.sizes.size(); ++size) {
    const auto again =
        confirmed != nullptr ? confirmed->find_size(table.sizes[size]) : std::nullopt;
    entry.sizes.push_back(again ? winner_at(*confirmed, *again, base, options.equality)
                                : winner_at(table, size, base, options.equality));
    entry.sizes.back().confirmed = again.has_value();
  }
  for (const auto& row : trade_off(table))
    entry.curve.push_back({row.segments.size(), row.worst_loss, row.mean_loss});
  const auto choice = choose_thresholds(table, options.bound);
  entry.steps = steps_of(choice, table);
  entry.deterministic = lowest_level(entry.steps);
  entry.worst_loss = choice.worst_loss;
  entry.mean_loss = choice.mean_loss;
  entry.score = guarded_score(known_losses(losses_at(entry.steps, table)), options.score_floor);
  if (held_out != nullptr) entry.held_out = losses_at(entry.steps, *held_out);
  return entry;
}

}  // namespace warpmark::tuning
