#include "tuning/profile/losses.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace warpmark::tuning {

std::vector<policy_step> steps_of(const size_choice& choice, const size_table& table) {
  std::vector<policy_step> steps;
  for (const auto& segment : choice.segments) {
    const auto from = segment.first == 0 ? 0
                                         : threshold_between(table.sizes[segment.first - 1],
                                                             table.sizes[segment.first]);
    steps.push_back({.from = from, .use = table.candidates[segment.candidate]});
  }
  return steps;
}

const policy_step& step_at(std::span<const policy_step> steps, std::uint64_t n) {
  const auto above = std::upper_bound(
      steps.begin(), steps.end(), n,
      [](std::uint64_t size, const policy_step& step) { return size < step.from; });
  return *std::prev(above);
}

loss_report losses_at(std::span<const policy_step> steps, const size_table& table) {
  loss_report report;
  double log_sum = 0;
  for (std::size_t size = 0; size < table.sizes.size(); ++size) {
    const auto best = table.best_at(size);
    if (!best) continue;
    const auto n = table.sizes[size];
    const auto& used = step_at(steps, n).use;
    auto& here = report.sizes.emplace_back(
        size_loss{.n = n, .used = used, .best = table.candidates[*best], .loss = {}});
    const auto time = table.time_of(used, n);
    if (!time) {
      ++report.unknown;
      continue;
    }
    here.loss = time->median_ns / table.times[*best][size]->median_ns - 1;
    report.worst = std::max(report.worst.value_or(0), *here.loss);
    log_sum += std::log1p(*here.loss);
  }
  if (const auto known = report.sizes.size() - report.unknown; known > 0)
    report.mean = std::expm1(log_sum / static_cast<double>(known));
  return report;
}

double guarded_score(std::span<const double> losses, double floor) {
  if (losses.empty()) throw std::invalid_argument("no losses to score");
  const double min_ratio = 1 / (1 + *std::max_element(losses.begin(), losses.end()));
  if (min_ratio < floor) return min_ratio;
  double log_sum = 0;
  for (const double loss : losses) log_sum += std::log1p(loss);
  return std::exp(-log_sum / static_cast<double>(losses.size()));
}

}  // namespace warpmark::tuning
