#include "tuning/tune.hpp"

#include "tuning/objective_guard.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

class budgeted_search {
 public:
  budgeted_search(const tuning_task& task, const strategy& by, const search_options& options,
                  const tuning_budget& budget)
      : task_(task), search_(task.configs, by, options), budget_(budget), guard_(task.name) {}

  tuning_result finish() {
    if (task_.base) {
      const outcome base = evaluate(*task_.base);
      guard_.require_base(base);
      result_.base_time = base.time;
    }
    while (budget_left()) {
      const auto next = search_.ask();
      if (next.empty()) break;
      evaluate(next.front());
    }
    guard_.require_an_answer();
    result_.best_time = *best_time_;
    result_.exhausted = search_.exhausted();
    return result_;
  }

 private:
  bool budget_left() const {
    return (!budget_.evaluations || result_.evaluations < *budget_.evaluations) &&
           (!budget_.seconds || result_.seconds < *budget_.seconds);
  }

  outcome evaluate(config_index config) {
    outcome found = task_.measure(config);
    guard_.see(task_.configs.text(config), found);
    search_.tell(config, found);
    ++result_.evaluations;
    result_.seconds += found.cost_s;
    if (found.time && (!best_time_ || *found.time < *best_time_)) {
      best_time_ = found.time;
      result_.best = config;
    }
    task_.seen({result_.evaluations, config, found, best_time_});
    return found;
  }

  const tuning_task& task_;
  searcher search_;
  tuning_budget budget_;
  objective_guard guard_;
  std::optional<double> best_time_;
  tuning_result result_{};
};

}  // namespace

tuning_result tune(const tuning_task& task, const strategy& by, std::uint64_t seed,
                   const std::map<std::string, double>& settings, const tuning_budget& budget) {
  return budgeted_search(task, by,
                         {.seed = seed,
                          .settings = settings,
                          .start = task.base,
                          .expected_times = task.expected_times},
                         budget)
      .finish();
}

const strategy& default_strategy(const space& over, const tuning_budget& budget) {
  // The model was not tested with more evaluations, and each takes it half a millisecond.
  constexpr std::size_t max_modelled = 2000;
  const auto evaluations = budget.seconds ? std::nullopt : budget.evaluations;
  if (evaluations && *evaluations >= over.count()) return find_strategy("exhaustive");
  const bool modelled = budget.seconds || (evaluations && *evaluations <= max_modelled);
  return find_strategy(modelled ? "model_based" : "multi_start_local_search");
}

}  // namespace warpmark::tuning
