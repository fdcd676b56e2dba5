#include "tuning/profile/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuning/profile/segment_search.hpp"

namespace warpmark::tuning {
namespace {

loss_matrix losses_of(const size_table& table) {
  loss_matrix losses(
      table.candidates.size(),
      std::vector<double>(table.sizes.size(), std::numeric_limits<double>::infinity()));
  for (std::size_t size = 0; size < table.sizes.size(); ++size) {
    const double best = table.times[table.best_at(size).value()][size]->median_ns;
    for (std::size_t index = 0; index < table.candidates.size(); ++index)
      if (const auto& time = table.times[index][size])
        losses[index][size] = time->median_ns / best - 1;
  }
  return losses;
}

std::vector<std::string> variants_of(const size_table& table) {
  std::vector<std::string> variants;
  for (const auto& candidate : table.candidates) variants.push_back(candidate.variant);
  return variants;
}

size_choice choice_of(std::vector<size_segment> segments, const loss_matrix& losses) {
  size_choice choice{.segments = std::move(segments)};
  double log_sum = 0;
  for (const auto& segment : choice.segments)
    for (std::size_t size = segment.first; size <= segment.last; ++size) {
      const double loss = losses[segment.candidate][size];
      choice.worst_loss = std::max(choice.worst_loss, loss);
      log_sum += std::log1p(loss);
    }
  choice.mean_loss = std::expm1(log_sum / static_cast<double>(losses.front().size()));
  return choice;
}

}  // namespace

std::vector<size_choice> trade_off(const size_table& table) {
  const auto losses = losses_of(table);
  const auto variants = variants_of(table);
  const auto worst = min_worst_losses(losses);
  std::vector<size_choice> choices;
  for (std::size_t k = 1; k <= worst.size(); ++k) {
    if (std::isinf(worst[k - 1])) continue;
    auto choice = choice_of(min_mean_segments(losses, variants, k, worst[k - 1]), losses);
    const bool is_new = choices.empty() || choice.segments.size() > choices.back().segments.size();
    if (is_new) choices.push_back(std::move(choice));
    if (choices.back().mean_loss <= 0) break;
  }
  return choices;
}

size_choice choose_thresholds(const size_table& table, double bound) {
  const auto choices = trade_off(table);
  return *std::find_if(choices.begin(), choices.end(),
                       [&](const size_choice& choice) { return choice.worst_loss <= bound; });
}

std::uint64_t threshold_between(std::uint64_t below, std::uint64_t above) {
  const long double middle =
      std::sqrt(static_cast<long double>(below)) * std::sqrt(static_cast<long double>(above));
  const auto rounded = static_cast<std::uint64_t>(std::ceil(middle));
  return std::clamp(rounded, below + 1, above);
}

}  // namespace warpmark::tuning
