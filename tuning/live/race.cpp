#include "tuning/live/race.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "tuning/objective_guard.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

// The ratio to the fastest up to which a variant's best continues after each stage, and the number
// of its configs in the next stage.
struct stage {
  double allowed;
  std::size_t configs;
};
constexpr std::array stages = {stage{8, 3}, stage{3, 4}, stage{1.8, 6}, stage{1.4, 8},
                               stage{1.2, 10}};
constexpr stage last_stage{1.1, 12};

// The minimum number of configs per stage, so that they are compiled in parallel.
constexpr std::size_t min_batch = 8;
constexpr std::size_t patience = 2;  // stages without progress after the last listed stage

// At the end, neighbours of this many of the fastest, repeated while that finds faster ones.
constexpr std::size_t num_refined = 3, max_refinements = 3, refinement_divisor = 6;

// A variant whose best is slower by this ratio will not win at a larger size, where its base alone
// may take longer than the entire tuning.
constexpr double far_behind_ratio = 64;

// A config slower than the best by this ratio is not sampled further.
constexpr double beaten_ratio = 1.03;

// Spans of energy in a search. A slower config may take less energy, so none is beaten by time.
constexpr double screening_span_s = 0.2;
constexpr std::size_t screening_spans = 3;

measuring_options screening(const race_options& race, std::optional<double> best_ns) {
  measuring_options options = race.measuring;
  options.precision = std::max(options.precision, 0.01);
  options.max_seconds = std::min(options.max_seconds, 0.02);
  options.max_samples = std::min<std::size_t>(options.max_samples, 25);
  if (options.energy) {
    options.energy->span_s = std::min(options.energy->span_s, screening_span_s);
    options.energy->spans = std::min(options.energy->spans, screening_spans);
  } else if (best_ns)
    options.time_to_beat_ns = *best_ns * beaten_ratio;
  return options;
}

class variant_race {
 public:
  variant_race(std::span<const config_choice> choices, const device_limits& limits,
               evaluator& machine, const race_options& options)
      : choices_(choices), machine_(machine), options_(options), guard_(name_of(choices)) {
    std::size_t number = 0;
    for (const auto& choice : choices) {
      search_method method = options.search_method;
      method.seed += number++;
      variant_search search(choice, limits, method, options_.evaluations);
      if (search.count() == 0) continue;
      if (!choice.variant->not_to_use.empty()) continue;
      if (is_library(*choice.variant)) {
        if (const auto base = search.base()) libraries_.push_back(*base);
        continue;
      }
      result_.configs += search.count();
      if (options_.left_out.contains(choice.variant)) {
        result_.far_behind.insert(choice.variant);
        continue;
      }
      searches_.push_back({std::move(search)});
    }
    if (searches_.empty())
      throw tuning_error(
          fmt::format("{}: no selected variant has a config that this machine and "
                      "the constraints allow",
                      name_of(choices)));
  }

  race_result run(const std::vector<point>& first) {
    measure(to_begin_with(first));
    if (const auto* expected = options_.search_method.expected)
      measure(to_begin_with(expected->fastest(choices_, options_.max_first)));
    std::vector<point> bases = libraries_;
    for (const racing_search& contender : searches_)
      if (const auto base = contender.search.base(); base && contender.search.is_new(*base))
        bases.push_back(*base);
    machine_.expect(likely());
    measure(bases);
    std::size_t fruitless = 0;
    for (std::size_t number = options_.first_stage; fruitless < patience && room_left() > 0;
         ++number) {
      const stage now = number < stages.size() ? stages[number] : last_stage;
      drop_behind(now.allowed);
      const auto before = best_ns_;
      if (!run_stage(now.configs)) break;
      const bool is_faster =
          best_ns_ && (!before || *best_ns_ < *before * (1 - options_.margin / 2));
      fruitless = is_faster || number < stages.size() ? 0 : fruitless + 1;
    }
    guard_.require_an_answer();
    is_refining_ = true;
    look_around();
    choose_finalists();
    note_far_behind();
    return std::move(result_);
  }

 private:
  struct racing_search {
    variant_search search;
    bool dropped = false;
    std::size_t left = 0;  // configs to try in this stage
    std::size_t trials = 0;
    std::uint64_t interpreted = 0;  // instructions of all of them
  };

  static std::string name_of(std::span<const config_choice> choices) {
    return fmt::format("{}[{}]", choices.front().variant->family,
                       choices.front().problem.canonical());
  }

  // How many more evaluations there may be; of interpreted ones as many as the instructions that
  // are left suffice for, if they take as many as those before.
  std::size_t room_left() const {
    const std::size_t done = result_.trials.size();
    const std::size_t left =
        of_phase(options_.evaluations) - std::min(of_phase(options_.evaluations), done);
    if (options_.interpreted_instructions == 0 || interpreted_ == 0) return left;
    const std::uint64_t allowed = of_phase(options_.interpreted_instructions);
    const std::uint64_t of_each = std::max<std::uint64_t>(1, interpreted_ / done);
    return std::min<std::size_t>(left, (allowed - std::min(allowed, interpreted_)) / of_each);
  }

  // A share of all limits is reserved for the neighbours of the fastest.
  template <class Amount>
  Amount of_phase(Amount all) const {
    return is_refining_ ? all : all - all / refinement_divisor;
  }

  std::vector<point> to_begin_with(const std::vector<point>& first) const {
    std::vector<point> known;
    for (const point& initial : first)
      for (const racing_search& contender : searches_) {
        point here = initial;
        here.problem = common_problem();
        if (known.size() < options_.max_first && contender.search.is_new(here))
          known.push_back(here);
      }
    return known;
  }

  const problem& common_problem() const { return searches_.front().search.common_problem(); }

  void drop_behind(double allowed) {
    for (racing_search& contender : searches_) {
      const auto& best = contender.search.best();
      contender.dropped = contender.dropped || contender.search.exhausted() ||
                          (best_ns_ && (!best || *best->time_ns > *best_ns_ * allowed));
    }
  }

  // The fastest so far first, so that the end of the budget affects the slower ones.
  std::vector<racing_search*> by_rank() {
    std::vector<racing_search*> ranked;
    for (racing_search& contender : searches_) ranked.push_back(&contender);
    const auto time_of = [](const racing_search* contender) {
      const auto& best = contender->search.best();
      return best ? *best->time_ns : std::numeric_limits<double>::infinity();
    };
    std::stable_sort(
        ranked.begin(), ranked.end(),
        [&](const racing_search* a, const racing_search* b) { return time_of(a) < time_of(b); });
    return ranked;
  }

  // Each remaining variant tries this many configs; a strategy may need the results of some before
  // it proposes more. False if there was none to try.
  bool run_stage(std::size_t each_gets) {
    bool any_tried = false;
    const auto alive = static_cast<std::size_t>(
        std::count_if(searches_.begin(), searches_.end(),
                      [](const racing_search& contender) { return !contender.dropped; }));
    if (alive > 0) each_gets = std::max(each_gets, min_batch / alive);
    const std::uint64_t usual = usual_instructions();
    for (racing_search& contender : searches_)
      contender.left = contender.dropped ? 0 : share_of(contender, each_gets, usual);
    while (true) {
      std::vector<point> points;
      for (racing_search* contender : by_rank()) {
        const std::size_t room = room_left() - std::min(room_left(), points.size());
        const auto proposed = contender->search.ask(std::min(contender->left, room));
        contender->left = proposed.empty() ? 0 : contender->left - proposed.size();
        points.insert(points.end(), proposed.begin(), proposed.end());
      }
      if (points.empty()) return any_tried;
      machine_.expect(likely());
      measure(points);
      any_tried = true;
    }
  }

  // What was ended by force is not counted: it took as many as any other one at least.
  std::uint64_t instructions_of(const trial& came) {
    if (came.interpreted_instructions == 0 &&
        (came.status == "timed_out" || came.status == "crashed"))
      return max_interpreted_;
    max_interpreted_ = std::max(max_interpreted_, came.interpreted_instructions);
    return came.interpreted_instructions;
  }

  // Variants whose configs take longer to interpret than those of half of the remaining ones try
  // fewer, for as many instructions.
  std::size_t share_of(const racing_search& contender, std::size_t each_gets,
                       std::uint64_t usual) const {
    if (usual == 0 || contender.interpreted == 0) return each_gets;
    return std::clamp<std::size_t>(usual * contender.trials * each_gets / contender.interpreted, 1,
                                   each_gets);
  }

  // The median over the remaining variants of what a config takes; 0: there is no limit.
  std::uint64_t usual_instructions() const {
    if (options_.interpreted_instructions == 0) return 0;
    std::vector<std::uint64_t> of_each;
    for (const racing_search& contender : searches_)
      if (!contender.dropped && contender.trials > 0)
        of_each.push_back(contender.interpreted / contender.trials);
    if (of_each.empty()) return 0;
    const auto middle = of_each.begin() + static_cast<std::ptrdiff_t>((of_each.size() - 1) / 2);
    std::nth_element(of_each.begin(), middle, of_each.end());
    return *middle;
  }

  void measure(const std::vector<point>& points) {
    if (points.empty()) return;
    for (auto& came :
         machine_.measure(points, screening(options_, best_ns_), {.phase = options_.phase})) {
      result_.busy_s += came.busy_s;
      interpreted_ += instructions_of(came);
      result_.trials.push_back(came);
      if (is_library(*came.point.variant)) {
        if (came.time_ns && (!library_ns_ || *came.time_ns < *library_ns_)) {
          library_ns_ = came.time_ns;
          result_.library = came.point;
        }
        continue;
      }
      guard_.see(came.point.key(), {.time = came.time_ns, .reason = came.reason});
      for (racing_search& contender : searches_) {
        contender.search.tell(came);
        if (&contender.search.of() != came.point.variant) continue;
        ++contender.trials;
        contender.interpreted += came.interpreted_instructions;
      }
      if (came.time_ns && (!best_ns_ || *came.time_ns < *best_ns_)) best_ns_ = came.time_ns;
    }
  }

  // The likely next configs of each variant's search: the first of each, the second of each, …
  std::vector<point> likely() {
    std::vector<std::vector<point>> of_each;
    std::size_t max_count = 0;
    for (racing_search* contender : by_rank()) {
      if (contender->dropped) continue;
      of_each.push_back(contender->search.likely());
      max_count = std::max(max_count, of_each.back().size());
    }
    std::vector<point> result;
    for (std::size_t place = 0; place < max_count; ++place)
      for (auto& points_of_variant : of_each)
        if (place < points_of_variant.size()) result.push_back(std::move(points_of_variant[place]));
    return result;
  }

  // Measures the neighbours of the fastest: their times are more useful than a strategy's
  // predictions.
  void look_around() {
    for (std::size_t times = 0; times < max_refinements && room_left() > 0; ++times) {
      const auto before = *best_ns_;
      std::vector<point> points;
      std::set<std::string> keys;
      for (const trial* trial : ranked(num_refined))
        for (const racing_search& contender : searches_)
          if (&contender.search.of() == trial->point.variant)
            for (auto& neighbour : contender.search.neighbours_of(trial->point.config))
              if (points.size() < room_left() && contender.search.is_new(neighbour) &&
                  keys.insert(neighbour.key()).second)
                points.push_back(std::move(neighbour));
      measure(points);
      if (points.empty() || *best_ns_ == before) return;
    }
  }

  // The fastest of the completed trials, in ascending order of time.
  std::vector<const trial*> ranked(std::size_t max_count) const {
    std::vector<const trial*> fastest;
    for (const trial& trial : result_.trials)
      if (trial.time_ns && !is_library(*trial.point.variant) && !trial.beaten)
        fastest.push_back(&trial);
    std::stable_sort(fastest.begin(), fastest.end(),
                     [](const trial* a, const trial* b) { return *a->time_ns < *b->time_ns; });
    fastest.resize(std::min(fastest.size(), max_count));
    return fastest;
  }

  // Chooses the configs that the search cannot distinguish from the best.
  void choose_finalists() {
    for (const trial* trial : ranked(options_.max_finalists))
      if (trial->lo_ns <= *best_ns_ * (1 + 2 * options_.margin))
        result_.finalists.push_back(trial->point);
    for (const trial& trial : result_.trials)
      if (trial.time_ns && trial.point.is_base() && is_finalist(*trial.point.variant))
        result_.bases.push_back(trial.point);
  }

  void note_far_behind() {
    for (const racing_search& contender : searches_)
      if (const auto& best = contender.search.best();
          best && *best->time_ns > far_behind_ratio * *best_ns_)
        result_.far_behind.insert(&contender.search.of());
  }

  bool is_finalist(const variant& variant) const {
    return std::any_of(result_.finalists.begin(), result_.finalists.end(),
                       [&](const point& finalist) { return finalist.variant == &variant; });
  }

  std::span<const config_choice> choices_;
  evaluator& machine_;
  const race_options& options_;
  objective_guard guard_;
  std::vector<racing_search> searches_;
  bool is_refining_ = false;  // After the stages.
  std::uint64_t interpreted_ = 0, max_interpreted_ = 0;
  std::vector<point> libraries_;
  std::optional<double> best_ns_, library_ns_;
  race_result result_;
};

}  // namespace

bool is_library(const variant& variant) { return variant.name.starts_with("vendor_"); }

race_result race(std::span<const config_choice> choices, const std::vector<point>& first,
                 const device_limits& limits, evaluator& machine, const race_options& options) {
  return variant_race(choices, limits, machine, options).run(first);
}

}  // namespace warpmark::tuning
