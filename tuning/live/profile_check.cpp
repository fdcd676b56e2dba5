#include "tuning/live/profile_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tuning/live/race.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// Only variants whose default is near the fastest are searched.
constexpr std::size_t narrow_stage = 4;

// The neighbourhood of the stored config is tried first, so the design needs few configs.
search_method method_of(const search_method& search_method) {
  if (search_method.by != nullptr) return search_method;
  return {.by = &find_strategy("model_based"),
          .settings = {{"design", 4}, {"batch", 4}},
          .seed = search_method.seed};
}

std::vector<point> known_before(const size_to_check& size, const device_limits& limits,
                                const check_options& options) {
  std::vector<point> points = {*size.stored.at};
  points.insert(points.end(), size.others.begin(), size.others.end());
  for (const config_choice& choice : size.choices) {
    if (choice.variant != size.stored.at->variant) continue;
    auto near =
        variant_search(choice, limits, method_of(options.search_method), options.evaluations)
            .neighbours_of(size.stored.at->config);
    near.resize(std::min(near.size(), options.evaluations / 2));
    points.insert(points.end(), near.begin(), near.end());
  }
  return points;
}

race_options race_of(const size_to_check& size, const check_options& options,
                     std::size_t known_before) {
  return {.search_method = method_of(options.search_method),
          .evaluations = options.evaluations + 1 + size.others.size() + size.choices.size(),
          .measuring = options.measuring,
          .margin = options.equality,
          .max_first = known_before,
          .first_stage = narrow_stage};
}

contest contest_of(const size_to_check& size, const race_result& found) {
  contest result{.finalists = found.finalists, .bases = found.bases, .incumbent = size.stored.at};
  const auto& stored = *size.stored.at;
  for (const trial& trial : found.trials)
    if (trial.time_ns && trial.point.variant == stored.variant && trial.point.is_base() &&
        std::none_of(result.bases.begin(), result.bases.end(),
                     [&](const point& base) { return base.variant == stored.variant; }))
      result.bases.push_back(trial.point);
  return result;
}

std::string why_stale(const challenge& came, double allowed) {
  if (!came.incumbent_ns) return fmt::format("it does not run correctly: {}", came.trouble);
  // Not the median: the challenger is the best of several, so its median is biased.
  if (!came.faster || came.faster->of_median.lo <= 1 + allowed) return "";
  return fmt::format("{} is {:.3f} times as fast", came.by->variant->name, came.faster->median);
}

}  // namespace

std::vector<size_verdict> check_sizes(std::span<const size_to_check> sizes,
                                      const device_limits& limits, evaluator& machine,
                                      const check_options& options,
                                      const check_listener& listener) {
  std::vector<size_verdict> verdicts;
  std::vector<contest> contests;
  std::size_t measurements = 0;
  for (const size_to_check& size : sizes) {
    size_verdict& verdict = verdicts.emplace_back();
    if (!size.stored.at) {
      verdict.stale = true;
      verdict.reason = size.stored.gone;
      continue;
    }
    const auto first = known_before(size, limits, options);
    const auto race_by = race_of(size, options, first.size());
    listener.searching(size, race_by.evaluations);
    const auto found = race(size.choices, first, limits, machine, race_by);
    verdict.evaluations = found.trials.size();
    contests.push_back(contest_of(size, found));
    measurements += runners_of(contests.back()) * options.finals.rounds;
  }
  if (contests.empty()) return verdicts;
  listener.in_finals(measurements);
  auto result = finals(contests, machine, options.finals);
  auto next = result.begin();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].stored.at) continue;
    verdicts[i].challenge_result = std::move(*(next++)->challenged);
    verdicts[i].reason = why_stale(verdicts[i].challenge_result, options.allowed);
    verdicts[i].stale = !verdicts[i].reason.empty();
  }
  return verdicts;
}

}  // namespace warpmark::tuning
