#include "tuning/live/multi_device_evaluator.hpp"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "tuning/live/line_trial.hpp"

namespace warpmark::tuning {

multi_device_evaluator::multi_device_evaluator(workers::renewable_team::maker make, hooks to,
                                               std::uint64_t seed,
                                               journal::objective_kind objective)
    : to_(std::move(to)), seed_(seed), objective_(objective), team_(std::move(make)) {}

std::vector<trial> multi_device_evaluator::measure(const std::vector<point>& points,
                                                   const measuring_options& measuring_options,
                                                   const trial_label& label) {
  std::map<std::string, trial> by_key;
  // Enough to keep all compiler threads busy without delaying the points to measure.
  const std::size_t threads = std::thread::hardware_concurrency();
  likely_.resize(std::min(likely_.size(), threads - std::min(threads, points.size())));
  const listed_points plan(points);
  const auto outcome = team_.now().run(
      plan,
      {.shuffle_seed = seed_ + ++calls_,
       .budget_seconds = {},
       .measuring = measuring_options,
       .ahead = std::exchange(likely_, {})},
      {.measured =
           [&](const point& point, journal::json&& line) {
             line["tuning"] = {{"phase", label.phase}};
             if (label.round > 0) line["tuning"]["round"] = label.round;
             to_.append(line);
             const trial& done =
                 by_key.emplace(point.key(), trial_of(point, line, objective_)).first->second;
             to_.measured(done, label);
           },
       .referenced = [&](journal::json&& line) { to_.append(line); },
       .interrupted = to_.interrupted});
  if (!outcome.stopped.empty()) throw tuning_interrupted(outcome.stopped);
  std::vector<trial> trials;
  trials.reserve(points.size());
  for (const auto& item : points) trials.push_back(by_key.at(item.key()));
  return trials;
}

}  // namespace warpmark::tuning
