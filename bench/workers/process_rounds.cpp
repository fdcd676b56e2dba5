#include "bench/workers/process_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace warpmark::workers {
namespace {

class rounds {
 public:
  rounds(renewable_team& team, const planned_points& plan, const sweep_options& options,
         const rounds_listener& listener, journal::process_record& record, const time_source& now)
      : team_(team),
        plan_(plan),
        options_(options),
        listener_(listener),
        record_(record),
        begin_(now()) {}

  sweep_outcome run() {
    // An earlier run may have ended between the last process's line and the pooled one.
    if (!record_.empty()) for_each_point(plan_, [this](const point& point) { pool(point); });
    for (std::size_t round = 1; round <= record_.num_processes(); ++round) {
      if (!has_points(round)) continue;
      if (listener_.interrupted()) outcome_.stopped = "interrupted";
      if (!outcome_.stopped.empty() || !renew()) break;
      measure(round);
    }
    return outcome_;
  }

 private:
  bool is_done(const std::string& key, std::size_t round) const {
    return finished_.contains(key) || record_.has(key, round) ||
           (options_.is_done && options_.is_done(key));
  }

  bool has_points(std::size_t round) const {
    const auto next = plan_.problems();
    while (const auto problem = next())
      for (std::uint64_t place = 0; place < problem->count; ++place)
        if (!is_done(problem->at(place).key(), round)) return true;
    return false;
  }

  // The first processes are fresh already. False if none can be started any more.
  bool renew() {
    if (!std::exchange(is_used_, true)) return true;
    try {
      team_.start_afresh();
    } catch (const worker_unavailable& gone) {
      outcome_.stopped = gone.what();
      return false;
    }
    return true;
  }

  void measure(std::size_t round) {
    sweep_options options = options_;
    if (options.shuffle_seed) *options.shuffle_seed += round - 1;
    options.budget_began = options.budget_began.value_or(begin_);
    options.is_done = [&](const std::string& key) { return is_done(key, round); };
    const auto came = team_.now().run(plan_, options,
                                      {.measured =
                                           [&](const point& point, journal::json&& line) {
                                             const auto own =
                                                 journal::process_line(std::move(line), round);
                                             listener_.process_measured(point, own);
                                             record_.add(own, "a worker");
                                             pool(point);
                                           },
                                       .referenced = listener_.referenced,
                                       .interrupted = listener_.interrupted});
    outcome_.stopped = came.stopped;
    outcome_.kernels_compiled += came.kernels_compiled;
    outcome_.kernels_from_cache += came.kernels_from_cache;
    outcome_.worker_restarts += came.worker_restarts;
  }

  // Reports the point if it needs no further process.
  void pool(const point& point) {
    const std::string key = point.key();
    auto pooled = record_.take_pooled(key);
    if (pooled.is_null()) return;
    finished_.insert(key);
    ++outcome_.measured;
    listener_.measured(point, std::move(pooled));
  }

  renewable_team& team_;
  const planned_points& plan_;
  const sweep_options& options_;
  const rounds_listener& listener_;
  journal::process_record& record_;
  std::chrono::steady_clock::time_point begin_;
  std::set<std::string> finished_;  // Keys of points.
  bool is_used_ = false;            // The present team has measured a round.
  sweep_outcome outcome_;
};

}  // namespace

measuring_options options_of_process(const measuring_options& of_point, std::size_t num_processes) {
  measuring_options result = of_point;
  result.max_samples =
      std::max<std::size_t>(1, (of_point.max_samples + num_processes - 1) / num_processes);
  result.max_seconds = of_point.max_seconds / static_cast<double>(num_processes);
  return result;
}

sweep_outcome run_rounds(renewable_team& team, const planned_points& plan,
                         const sweep_options& options, const rounds_listener& listener,
                         journal::process_record& record, const time_source& now) {
  return rounds(team, plan, options, listener, record, now).run();
}

}  // namespace warpmark::workers
