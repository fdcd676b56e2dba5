#include "tuning/live/variant_search.hpp"

#include "tuning/strategies/neighbours.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/tune.hpp"

namespace warpmark::tuning {
namespace {

// The number of configs that a batch strategy chooses at once, so that they are compiled in
// parallel.
constexpr double surrogate_batch = 8;

std::map<std::string, double> live_settings(const strategy& by,
                                            std::map<std::string, double> settings) {
  for (const auto& hyper_parameter : by.hyper_parameters)
    if (hyper_parameter.name == "batch") settings.emplace(hyper_parameter.name, surrogate_batch);
  return settings;
}

// As default_strategy, but never exhaustive in listing order: a race may end, or eliminate the
// variant, before the space is exhausted.
const strategy& strategy_for_a_race(const space& configs, std::size_t allowance) {
  const strategy& usual = default_strategy(configs, {.evaluations = allowance});
  return usual.name == "exhaustive" ? find_strategy("model_based") : usual;
}

}  // namespace

variant_search::variant_search(const config_choice& config_choice, const device_limits& limits,
                               const search_method& search_method, std::size_t allowance)
    : choice_(config_choice),
      configs_(std::make_unique<const space>(
          space_of(*config_choice.variant, config_choice.problem, limits, config_choice.values))) {
  if (configs_->count() == 0) return;
  const strategy& by =
      search_method.by != nullptr ? *search_method.by : strategy_for_a_race(*configs_, allowance);
  searcher_ = std::make_unique<searcher>(
      *configs_, by,
      search_options{.seed = search_method.seed,
                     .settings = live_settings(by, search_method.settings),
                     .start = base_of(*config_choice.variant, *configs_),
                     .expected_times = times_of(search_method.expected)});
}

std::optional<point> variant_search::base() const {
  const auto index = configs_->count() > 0 ? base_of(of(), *configs_) : std::nullopt;
  if (!index) return std::nullopt;
  return point_at(*index);
}

point variant_search::point_at(config_index index) const {
  return {.variant = choice_.variant,
          .problem = choice_.problem,
          .config = config_at(of(), *configs_, index)};
}

std::optional<level_tuple> variant_search::levels_of(const config& config) const {
  level_tuple levels;
  for (const auto& along : configs_->axes()) {
    const auto* value = config.find(along.name);
    const auto level = value != nullptr ? along.level_of(to_text(*value)) : std::nullopt;
    if (!level) return std::nullopt;
    levels.push_back(*level);
  }
  return levels;
}

std::optional<config_index> variant_search::index_of(const config& config) const {
  const auto levels = levels_of(config);
  return levels ? configs_->index_of(*levels) : std::nullopt;
}

std::map<config_index, double> variant_search::times_of(const expected_times* expected) const {
  std::map<config_index, double> times;
  if (expected == nullptr) return times;
  for (const auto& entry : expected->of(of(), choice_.problem))
    if (const auto index = index_of(entry.point.config)) times[*index] = entry.ns;
  return times;
}

std::vector<point> variant_search::neighbours_of(const config& config) const {
  std::vector<point> points;
  const auto levels = levels_of(config);
  if (!levels || !configs_->contains(*levels)) return points;
  for (const auto index : neighbours(*configs_, *levels, neighbourhood::adjacent))
    points.push_back(point_at(index));
  return points;
}

bool variant_search::is_new(const point& candidate) const {
  if (candidate.variant != choice_.variant || !searcher_) return false;
  const auto index = index_of(candidate.config);
  return index && !told_.contains(*index);
}

std::vector<point> variant_search::ask(std::size_t max_count) {
  std::vector<point> points;
  if (!searcher_) return points;
  while (points.size() < max_count) {
    const auto next = searcher_->ask(max_count - points.size());
    if (next.empty()) break;
    for (const auto index : next) points.push_back(point_at(index));
  }
  return points;
}

std::vector<point> variant_search::likely() {
  std::vector<point> points;
  if (searcher_)
    for (const auto index : searcher_->likely()) points.push_back(point_at(index));
  return points;
}

void variant_search::tell(const trial& came) {
  // Another variant may have axes of the same names.
  if (came.point.variant != choice_.variant) return;
  const auto index = index_of(came.point.config);
  if (!index || !searcher_) return;
  told_[*index] = true;
  outcome seen{.reason = came.reason, .cost_s = came.busy_s};
  if (came.status == "ok") seen.time = came.time_ns;
  searcher_->tell(*index, seen);
  if (seen.time && (!best_ || *came.time_ns < *best_->time_ns)) best_ = came;
}

}  // namespace warpmark::tuning
