#include "tuning/replay/record_tuning.hpp"

#include <optional>

#include "tuning/replay/tune_journal.hpp"

namespace warpmark::tuning {
namespace {

constexpr std::size_t evaluations_by_default = 200;

journal::json summary(const tuning_result& found, const recorded_space& recorded,
                      const strategy& by, std::uint64_t seed) {
  journal::json result = {{"space", recorded.name},
                          {"configs", recorded.configs.count()},
                          {"strategy", by.name},
                          {"seed", seed},
                          {"evaluations", found.evaluations},
                          {"exhausted", found.exhausted},
                          {"measuring_s", found.seconds},
                          {"best", recorded.configs.text(found.best)},
                          {"best_time", found.best_time},
                          {"unit", recorded.unit}};
  const double optimum = *recorded.outcomes[recorded.optimum()].time;
  result["fraction_of_optimum"] = optimum / found.best_time;
  if (found.base_time) {
    result["base"] = recorded.configs.text(*recorded.base);
    result["base_time"] = *found.base_time;
    result["gain"] = *found.gain();
  }
  return result;
}

}  // namespace

journal::json tune_on_record(const recorded_space& recorded, const record_tuning& tuning) {
  tuning_budget budget = tuning.budget;
  if (!budget.evaluations && !budget.seconds) budget.evaluations = evaluations_by_default;
  const strategy& by =
      tuning.by != nullptr ? *tuning.by : default_strategy(recorded.configs, budget);
  settings_of(by, tuning.settings);  // Checked before a journal is created.
  std::optional<tune_journal> journal;
  if (!tuning.journal.empty())
    journal.emplace(tuning.journal, recorded, tuning.argv, tuning.seed, budget.evaluations);
  const auto found = tune({.name = recorded.name,
                           .configs = recorded.configs,
                           .base = recorded.base,
                           .expected_times = tuning.expected_times,
                           .measure = [&](config_index index) { return recorded.outcomes[index]; },
                           .seen =
                               [&](const evaluation& now) {
                                 if (journal) journal->append(now);
                                 tuning.seen(now);
                               }},
                          by, tuning.seed, tuning.settings, budget);
  auto result = summary(found, recorded, by, tuning.seed);
  if (journal) journal->end(result);
  return result;
}

}  // namespace warpmark::tuning
