#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "tuning/strategies/candidate_configs.hpp"
#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/observations.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/surrogate/candidates.hpp"
#include "tuning/surrogate/compressed_log_times.hpp"
#include "tuning/surrogate/expected_improvement.hpp"
#include "tuning/surrogate/kernel_fit.hpp"
#include "tuning/surrogate/kernel_posterior.hpp"
#include "tuning/surrogate/maximin_design.hpp"
#include "tuning/surrogate/observation_window.hpp"
#include "tuning/surrogate/rank_evidence.hpp"

namespace warpmark::tuning {
namespace {

constexpr std::size_t design_drawn = 200;  // configs drawn for the initial design
constexpr double kept_values = 0.85;       // part of a variation's values that are the base's
constexpr std::size_t max_variation_tries = 4000;
constexpr std::size_t min_variations = 20;  // fewer: random configs, too
constexpr std::size_t max_design_beside_expected = 3;
constexpr double min_trust = 0.5;    // in the list, for which the rest of the design is left out
constexpr double prior_slope = 0.5;  // of expected times, which may be wrong
constexpr double prior_slope_weight = 1;   // as many observations as the prior is worth
constexpr std::size_t batch_divisor = 10;  // observations per config of a batch
constexpr std::size_t min_batch = 2;
constexpr double refit_after = 1.2;           // times as many observations as at the last fit
constexpr std::size_t max_fit_points = 120;   // observations that a fit uses
constexpr std::size_t max_thorough_fit = 40;  // observations up to which a fit sweeps twice
constexpr std::size_t incumbents = 3;         // configs whose neighbours are candidates
constexpr std::size_t max_expected = 100;     // candidates that are expected to be the fastest
constexpr std::size_t max_near = 500;         // candidates near one of them
constexpr std::size_t max_likely = 32;        // runners-up that it reports
constexpr double chance_power = 0.5;          // exponent of the probability that a config runs
constexpr float min_unexplained = 1e-6f;      // part of the variance

class model_search {
 public:
  explicit model_search(search_state& state)
      : state_(state),
        observed_(state),
        process_(prior_kernel(observed_.feature_count())),
        pool_size_(state.count_setting("candidates")) {
    if (state.expected_times.empty()) return;
    std::vector<double> times;
    for (const auto& [index, time] : state.expected_times) times.push_back(time);
    const auto scores = compressed(times);
    auto score = scores.begin();
    for (const auto& [index, time] : state.expected_times) {
      expected_[index] = *score++;
      ranked_.push_back(index);
    }
    std::stable_sort(ranked_.begin(), ranked_.end(), [&](config_index one, config_index other) {
      return expected_.at(one) < expected_.at(other);
    });
  }

  /// The initial design: the base, the fastest of the expected ones, and configs far apart. With
  /// expected times only its first part; rest_of_design() has the others.
  std::vector<config_index> design() {
    const bool has_base = state_.start.has_value();
    std::vector<config_index> drawn = {next_start(state_)};
    if (has_base) append_variations(drawn.front(), drawn);
    if (drawn.size() < min_variations)
      for (const auto index : random_candidates(state_, design_drawn))
        if (index != drawn.front()) drawn.push_back(index);
    std::vector<std::vector<float>> points;
    points.reserve(drawn.size());
    for (const auto index : drawn) points.push_back(observed_.point_of(index));
    const auto count = state_.count_setting(has_base ? "design_at_base" : "design");
    std::vector<config_index> chosen;
    for (const auto place : maximin_design(points, count)) chosen.push_back(drawn[place]);
    if (!expected_.empty() && chosen.size() > max_design_beside_expected) {
      const auto rest = chosen.begin() + max_design_beside_expected;
      rest_of_design_.assign(rest, chosen.end());
      chosen.erase(rest, chosen.end());
    }
    const auto first = fastest_expected(state_.count_setting("expected_first"));
    chosen.insert(chosen.begin() + (has_base ? 1 : 0), first.begin(), first.end());
    return chosen;
  }

  /// What a useful list of expected times replaces; empty if the list is useful, or there is none.
  std::vector<config_index> rest_of_design() {
    if (rest_of_design_.empty()) return {};
    hear();
    const auto values = compressed(observed_.times());
    std::vector<double> scores;
    for (std::size_t place = 0; place < observed_.size(); ++place)
      scores.push_back(expected_score(observed_.config(place)));
    return chance_of_relation(scores, values) < min_trust ? rest_of_design_
                                                          : std::vector<config_index>();
  }

  /// The most promising configs that were not chosen last time, the best first.
  std::vector<config_index> runners_up(std::size_t max_count) const {
    std::vector<std::size_t> slots;
    for (std::size_t slot = 0; slot < scores_.size(); ++slot)
      if (!taken_[slot]) slots.push_back(slot);
    const auto end = slots.begin() + static_cast<std::ptrdiff_t>(std::min(max_count, slots.size()));
    std::partial_sort(slots.begin(), end, slots.end(), [&](std::size_t a, std::size_t b) {
      return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
    });
    std::vector<config_index> result;
    for (auto slot = slots.begin(); slot != end; ++slot) result.push_back(pool_[*slot]);
    return result;
  }

  /// The most promising configs; one at least while any is left.
  std::vector<config_index> choose(std::size_t max_count) {
    hear();
    max_count = std::min(max_count, std::max(observed_.size() / batch_divisor, min_batch));
    if (needs_fit()) refit();
    follow();
    auto chosen = promising(max_count);
    if (chosen.empty()) {
      refit();
      chosen = promising(max_count);
    }
    return chosen;
  }

 private:
  void hear() {
    for (const auto index : observed_.hear())
      if (const auto slot = slot_of_.find(index); slot != slot_of_.end())
        taken_[slot->second] = true;
    new_best_ = observed_.take_new_best();
  }

  std::size_t unmodelled() const { return observed_.size() - first_after_window_; }

  bool needs_fit() const {
    const auto modelled = window_.size() + unmodelled();
    return window_.empty() || static_cast<double>(modelled) >= refit_after * fitted_to_;
  }

  // Refits the kernel, starting from the last fit, and rebuilds the model and candidates.
  void refit() {
    window_ = observation_window(observed_.times(), state_.count_setting("window"));
    first_after_window_ = observed_.size();
    fitted_to_ = static_cast<double>(window_.size());
    const auto values = compressed(observed_.times());
    const double slope = expected_.empty() ? 0 : trusted_slope(values);
    std::vector<std::vector<float>> points;
    std::vector<double> fitted;
    for (const auto place : fit_sample(values)) {
      points.push_back(observed_.point(place));
      fitted.push_back(values[place] - slope * expected_score(observed_.config(place)));
    }
    const std::size_t sweeps = observed_.size() < max_thorough_fit ? 2 : 1;
    process_ =
        gaussian_process(better_kernel(process_.kernel(), points, fitted, sweeps, state_.random));
    for (const auto place : window_) process_.observe(observed_.point(place));
    draw_candidates();
  }

  // By which expected times are part of the mean, for the next fit of the kernel: one that were
  // fitted to what a wrong list leaves would be one of noise.
  double trusted_slope(const std::vector<double>& values) {
    gaussian_process process(process_.kernel());
    std::vector<double> modelled;
    for (const auto place : window_) {
      process.observe(observed_.point(place));
      modelled.push_back(values[place]);
    }
    const auto terms = mean_terms();
    return trust_in(terms, modelled) * least_squares(process.factor(), modelled, terms).slopes[0];
  }

  // Of many observations, the better half and a random sample of the others.
  std::vector<std::size_t> fit_sample(const std::vector<double>& values) {
    auto sample = window_;
    if (sample.size() <= max_fit_points) return sample;
    std::stable_sort(sample.begin(), sample.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<std::size_t> others(sample.begin() + max_fit_points / 2, sample.end());
    state_.random.shuffle(others);
    std::copy_n(others.begin(), max_fit_points - max_fit_points / 2,
                sample.begin() + max_fit_points / 2);
    sample.resize(max_fit_points);
    return sample;
  }

  void draw_candidates() {
    candidates_ = {};
    pool_.clear();
    taken_.clear();
    slot_of_.clear();
    add(random_candidates(state_, pool_size_));
    if (!ranked_.empty()) add(fastest_expected(max_expected));
    auto order = window_;
    const auto best =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(incumbents, order.size()));
    std::partial_sort(order.begin(), best, order.end(), [&](std::size_t a, std::size_t b) {
      return observed_.times()[a] != observed_.times()[b]
                 ? observed_.times()[a] < observed_.times()[b]
                 : a < b;
    });
    for (auto place = order.begin(); place != best; ++place)
      add(candidates_near(state_, observed_.config(*place), max_near));
    new_best_.reset();
  }

  void add(const std::vector<config_index>& configs) {
    std::vector<std::vector<float>> points;
    std::vector<config_index> fresh;
    for (const auto index : configs) {
      if (!slot_of_.emplace(index, candidates_.slots() + fresh.size()).second) continue;
      fresh.push_back(index);
      points.push_back(observed_.point_of(index));
    }
    candidates_.add(process_, points);
    pool_.insert(pool_.end(), fresh.begin(), fresh.end());
    taken_.resize(pool_.size(), false);
    pool_.resize(candidates_.slots());
    taken_.resize(candidates_.slots(), true);  // Empty slots count as taken.
  }

  // Configs that have most of their values from `base`.
  void append_variations(config_index base, std::vector<config_index>& to) {
    const auto levels_of_base = state_.over.at(base);
    const auto& axes = state_.over.axes();
    for (std::size_t tries = 0; tries < max_variation_tries && to.size() < design_drawn; ++tries) {
      level_tuple levels = levels_of_base;
      for (std::size_t axis = 0; axis < levels.size(); ++axis)
        if (!state_.random.chance(kept_values))
          levels[axis] = static_cast<std::uint32_t>(state_.random.below(axes[axis].size()));
      if (const auto index = state_.over.index_of(levels); index && *index != base)
        to.push_back(*index);
    }
  }

  // Of those that were not requested yet.
  std::vector<config_index> fastest_expected(std::size_t max_count) const {
    std::vector<config_index> fastest;
    for (const auto index : ranked_)
      if (fastest.size() < max_count && !state_.asked_configs.contains(index))
        fastest.push_back(index);
    return fastest;
  }

  // A config that is not in the list has its median.
  double expected_score(config_index index) const {
    const auto found = expected_.find(index);
    return found == expected_.end() ? 0 : found->second;
  }

  // Adds the observations since the model was built.
  void follow() {
    for (; first_after_window_ < observed_.size(); ++first_after_window_) {
      process_.observe(observed_.point(first_after_window_));
      window_.push_back(first_after_window_);
    }
    candidates_.follow(process_);
    if (new_best_) add(candidates_near(state_, *new_best_, max_near));
    new_best_.reset();
  }

  // The best by expected improvement. For each further one, the model assumes that the previous one
  // has its predicted value, which leaves all means unchanged and reduces the variance around it
  // (kriging believer; Ginsbourger, Le Riche and Carraro, 2010).
  std::vector<config_index> promising(std::size_t max_count) {
    const auto values = modelled_values();
    const auto terms = mean_terms();
    const auto given = least_squares(process_.factor(), values);
    auto means = candidates_.means(given);
    double variance = given.variance;
    if (!terms.empty()) {
      // The mean of two models, one of which has the list, by their probabilities.
      const auto with_list = least_squares(process_.factor(), values, terms);
      const auto means_with_list = candidates_.means(with_list);
      const double trust = trust_in(terms, values), slope = with_list.slopes[0];
      for (std::size_t slot = 0; slot < pool_.size(); ++slot) {
        const double mean = means_with_list[slot] + slope * expected_score(pool_[slot]);
        means[slot] += static_cast<float>(trust * (mean - means[slot]));
      }
      variance += trust * (with_list.variance - variance);
    }
    const auto handicaps = log_chances();
    double best = *std::min_element(values.begin(), values.end());
    std::vector<config_index> chosen;
    while (true) {
      const auto slot = max_promising(means, handicaps, variance, best);
      if (slot == pool_.size()) return chosen;
      taken_[slot] = true;
      chosen.push_back(pool_[slot]);
      observed_.expect(pool_[slot]);
      if (chosen.size() == max_count) return chosen;
      best = std::min<double>(best, means[slot]);
      follow();
    }
  }

  std::vector<mean_term> mean_terms() const {
    std::vector<mean_term> terms;
    if (expected_.empty()) return terms;
    terms.push_back({.values = {}, .expected_slope = prior_slope, .weight = prior_slope_weight});
    for (const auto place : window_)
      terms.back().values.push_back(expected_score(observed_.config(place)));
    return terms;
  }

  // Whether the list is worth anything shows in the ranks of what was measured. The likelihood of
  // the process would not tell: a smooth list can be replaced by a smooth process where configs
  // were measured, and only there.
  static double trust_in(const std::vector<mean_term>& terms, const std::vector<double>& values) {
    return chance_of_relation(terms.front().values, values);
  }

  std::vector<double> modelled_values() const {
    const auto all = compressed(observed_.times());
    std::vector<double> values;
    for (const auto place : window_) values.push_back(all[place]);
    return values;
  }

  // Added to the logarithm of the expected improvement; empty if all run.
  std::vector<double> log_chances() {
    std::vector<bool> ran;
    for (const auto place : window_) ran.push_back(std::isfinite(observed_.times()[place]));
    std::vector<double> result;
    if (std::find(ran.begin(), ran.end(), false) == ran.end()) return result;
    for (const float chance : candidates_.chances_to_run(process_, ran))
      result.push_back(chance_power * std::log(chance));
    return result;
  }

  std::size_t max_promising(const std::vector<float>& means, const std::vector<double>& handicaps,
                            double variance, double best) {
    std::size_t found = pool_.size();
    double highest = -std::numeric_limits<double>::infinity();
    scores_.assign(means.size(), highest);
    for (std::size_t slot = 0; slot < means.size(); ++slot) {
      if (taken_[slot]) continue;
      // The nugget is a config's own effect, not noise, so it is part of the possible gain.
      const float left =
          std::max(1 + process_.kernel().nugget() - candidates_.explained(slot), min_unexplained);
      double score = log_expected_improvement(best - means[slot], std::sqrt(left * variance));
      if (!handicaps.empty()) score += handicaps[slot];
      scores_[slot] = score;
      if (score <= highest) continue;
      highest = score;
      found = slot;
    }
    return found;
  }

  search_state& state_;
  std::unordered_map<config_index, double>
      expected_;                      ///< Expected times, as compressed() has them.
  std::vector<config_index> ranked_;  ///< By expected time.
  std::vector<config_index> rest_of_design_;
  observations observed_;
  std::optional<config_index> new_best_;  ///< A config whose neighbours are not candidates yet.

  // The model of a window of the observations.
  std::vector<std::size_t> window_;  ///< Indices of its observations.
  std::size_t first_after_window_ = 0;
  double fitted_to_ = 0;
  gaussian_process process_;

  // Candidates for the next configs.
  std::size_t pool_size_;
  candidates candidates_;
  std::vector<config_index> pool_;  ///< By slot.
  std::vector<bool> taken_;
  std::vector<double> scores_;  ///< At the time of the last choice.
  std::unordered_map<config_index, std::size_t> slot_of_;
};

search model_based_run(search_state& state) {
  model_search next(state);
  auto batch = next.design();
  for (bool is_first = true; !batch.empty(); is_first = false) {
    co_await state.measure(batch);
    batch.clear();
    if (is_first) batch = next.rest_of_design();
    if (batch.empty() && !state.asked_configs.all())
      batch = next.choose(state.count_setting("batch"));
    if (state.count_setting("batch") > 1) state.likely = next.runners_up(max_likely);
  }
}

}  // namespace

strategy model_based() {
  return {
      .name = "model_based",
      .summary =
          "Fits a Gaussian process to the logarithm of time and requests the configs with the "
          "largest expected improvement.",
      .source =
          "Jones, Schonlau and Welch, Efficient global optimization of expensive black-box "
          "functions, 1998",
      .hyper_parameters =
          {{"batch", 1, 1, 64, "configs chosen before the outcome of the first is known"},
           {"candidates", 1500, 1, 1e5, "configs drawn as candidates"},
           {"design", 8, 1, 1e4, "configs far apart to begin with"},
           {"design_at_base", 5, 1, 1e4, "configs to begin with that vary a given base"},
           {"expected_first", 4, 0, 1e4,
            "configs that are expected to be the fastest, to begin with"},
           {"window", 300, 10, 2000, "observations that are modelled: the best and the latest"}},
      .run = model_based_run};
}

}  // namespace warpmark::tuning
