#include "tuning/live/multi_device_evaluator.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "tuning/live/line_trial.hpp"

namespace warpmark::tuning {
namespace {

// Which of several workers is done first differs from run to run; a journal does not.
class ordered_lines {
 public:
  ordered_lines(const std::vector<point>& points, bool is_ordered,
                const std::function<void(const journal::json&)>& append)
      : is_ordered_(is_ordered), append_(append) {
    for (const auto& point : points) keys_.push_back(point.key());
  }

  void add(const std::string& key, journal::json&& line) {
    if (!is_ordered_) return append_(line);
    waiting_.emplace(key, std::move(line));
    for (; next_ < keys_.size(); ++next_) {
      const auto found = waiting_.find(keys_[next_]);
      if (found == waiting_.end()) return;
      append_(found->second);
      waiting_.erase(found);
    }
  }

  // Of an interrupted call: those after a point that was not measured.
  void append_all() {
    for (const auto& [key, line] : waiting_) append_(line);
    waiting_.clear();
  }

 private:
  bool is_ordered_;
  const std::function<void(const journal::json&)>& append_;
  std::vector<std::string> keys_;
  std::size_t next_ = 0;
  std::map<std::string, journal::json> waiting_;
};

}  // namespace

multi_device_evaluator::multi_device_evaluator(workers::renewable_team::maker make, hooks to,
                                               std::uint64_t seed,
                                               journal::objective_kind objective)
    : to_(std::move(to)), seed_(seed), objective_(objective), team_(std::move(make)) {}

std::vector<trial> multi_device_evaluator::measure(const std::vector<point>& points,
                                                   const measuring_options& measuring_options,
                                                   const trial_label& label) {
  std::map<std::string, trial> by_key;
  ordered_lines lines(points, team_.now().reports().size() > 1, to_.append);
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
             const trial& done =
                 by_key.emplace(point.key(), trial_of(point, line, objective_)).first->second;
             lines.add(point.key(), std::move(line));
             to_.measured(done, label);
           },
       .referenced = [&](journal::json&& line) { to_.append(line); },
       .interrupted = to_.interrupted});
  lines.append_all();
  if (!outcome.stopped.empty()) throw tuning_interrupted(outcome.stopped);
  std::vector<trial> trials;
  trials.reserve(points.size());
  for (const auto& item : points) trials.push_back(by_key.at(item.key()));
  return trials;
}

}  // namespace warpmark::tuning
