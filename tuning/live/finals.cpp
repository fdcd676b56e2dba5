#include "tuning/live/finals.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/quantile.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

// A point in the rounds of a contest.
struct runner {
  warpmark::point point;
  std::map<std::size_t, double> times_ns = {};  ///< By round; failed rounds have none.
  std::string trouble = {};
  bool candidate = true;  ///< Else it is only a comparison.
  bool kept = false;      ///< Takes part in all rounds: incumbent and library.

  double median_ns() const {
    std::vector<double> times;
    for (const auto& [round, time_ns] : times_ns) times.push_back(time_ns);
    return statistics::median(times);
  }
  bool sound() const { return trouble.empty() && !times_ns.empty(); }
};

// Times of `a` over those of `b`, for the rounds that both have.
speed_up ratio(const runner& a, const runner& b) {
  std::vector<double> ratios;
  for (const auto& [round, time_ns] : a.times_ns)
    if (const auto other = b.times_ns.find(round); other != b.times_ns.end())
      ratios.push_back(time_ns / other->second);
  return {statistics::median(ratios), statistics::median_interval(ratios)};
}

class final_contest {
 public:
  final_contest(const contest& contest, double margin) : margin_(margin) {
    for (const point& finalist : contest.finalists) place_of(finalist);
    for (const point& base : contest.bases) bases_[base.variant] = place_of(base);
    if (contest.incumbent) {
      incumbent_ = place_of(*contest.incumbent);
      runners_[*incumbent_].kept = true;
    }
    if (contest.library) {
      library_ = place_of(*contest.library);
      runners_[*library_].candidate = false;
      runners_[*library_].kept = true;
    }
  }

  std::vector<point> due() const {
    std::vector<point> points;
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (!left_.contains(i)) points.push_back(runners_[i].point);
    return points;
  }

  void take(const trial& came, std::size_t round) {
    const auto index = find(came.point);
    if (!index) return;
    if (came.time_ns)
      runners_[*index].times_ns[round] = *came.time_ns;
    else
      runners_[*index].trouble = fmt::format("{}: {}", came.status, came.reason);
    result_.trials.push_back(came);
  }

  void drop_the_slower() {
    const std::size_t best = fastest();
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (!is_base(i) && is_surely_slower(i, best)) left_[i] = true;
    for (const auto& [of, place] : bases_)
      if (is_surely_slower(place, best) && !is_needed(place)) left_[place] = true;
  }

  // The points for which more rounds might change the result, with their comparisons: a point that
  // may be faster than the leader by more than the margin, or the leader if it may be faster than
  // the base or incumbent. Empty if nothing is in doubt.
  std::vector<point> still_due() const {
    const std::size_t best = fastest();
    std::set<std::size_t> due;
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (i != best && !left_.contains(i) && may_be_faster(i, best)) due.insert(i);
    const auto base = bases_.find(runners_[best].point.variant);
    const bool has_base = base != bases_.end();
    if (due.empty() && !(has_base && may_be_slower(base->second, best)) &&
        !(incumbent_ && may_be_slower(*incumbent_, best)))
      return {};
    due.insert(best);
    if (has_base) due.insert(base->second);
    for (const auto& item : {incumbent_, library_})
      if (item) due.insert(*item);
    std::vector<point> points;
    points.reserve(due.size());
    for (const std::size_t index : due) points.push_back(runners_[index].point);
    return points;
  }

  final_result finish() {
    std::size_t winner = fastest();
    // Round by round: one that left early has no times of the later, perhaps slower rounds.
    for (const runner& runner : runners_)
      if (runner.candidate && runner.sound() &&
          ratio(runner, runners_[winner]).median <= 1 + margin_)
        ++result_.equals;
    const auto base = bases_.find(runners_[winner].point.variant);
    const bool has_base = base != bases_.end() && runners_[base->second].sound();
    if (has_base && base->second != winner) {
      const speed_up gain = ratio(runners_[base->second], runners_[winner]);
      // After all rounds, keeping the slower of two for lack of significance would be no safer.
      if (gain.median < 1 + margin_ || gain.of_median.lo < 1 - margin_) winner = base->second;
    }
    result_.winner = runners_[winner].point;
    result_.time_ns = runners_[winner].median_ns();
    if (base != bases_.end()) {
      result_.base = runners_[base->second].point;
      result_.base_kept = base->second == winner;
    }
    if (has_base) result_.over_base = ratio(runners_[base->second], runners_[winner]);
    if (library_ && runners_[*library_].sound())
      result_.over_library = ratio(runners_[*library_], runners_[winner]);
    if (incumbent_) result_.challenged = challenge_of(*incumbent_);
    return std::move(result_);
  }

 private:
  std::optional<std::size_t> find(const point& point) const {
    const std::string key = point.key();
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (runners_[i].point.key() == key) return i;
    return std::nullopt;
  }

  // The point's position among the runners; it is added if missing.
  std::size_t place_of(const point& point) {
    if (const auto there = find(point)) return *there;
    runners_.push_back({.point = point});
    return runners_.size() - 1;
  }

  bool is_base(std::size_t place) const {
    const auto base = bases_.find(runners_[place].point.variant);
    return base != bases_.end() && base->second == place;
  }

  // Whether a base may be needed as the comparison of another config of its variant.
  bool is_needed(std::size_t base) const {
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (i != base && !left_.contains(i) &&
          runners_[i].point.variant == runners_[base].point.variant)
        return true;
    return false;
  }

  bool is_surely_slower(std::size_t place, std::size_t best) const {
    const runner& runner = runners_[place];
    if (place == best || runner.kept) return false;
    return !runner.sound() ||
           std::all_of(runner.times_ns.begin(), runner.times_ns.end(),
                       [&](const auto& of_round) { return is_slower(of_round, runners_[best]); });
  }

  challenge challenge_of(std::size_t incumbent) const {
    const runner& in_use = runners_[incumbent];
    challenge result{
        .incumbent_ns = {}, .trouble = in_use.trouble, .by = {}, .by_ns = 0, .faster = {}};
    if (in_use.sound()) result.incumbent_ns = in_use.median_ns();
    std::optional<std::size_t> by;
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      const runner& runner = runners_[i];
      if (i == incumbent || !runner.candidate || !runner.sound() || left_.contains(i)) continue;
      if (!by || runner.median_ns() < runners_[*by].median_ns()) by = i;
    }
    if (!by) return result;
    result.by = runners_[*by].point;
    result.by_ns = runners_[*by].median_ns();
    if (in_use.sound()) result.faster = ratio(in_use, runners_[*by]);
    return result;
  }

  bool may_be_faster(std::size_t other, std::size_t best) const {
    const runner& runner = runners_[other];
    return runner.candidate && runner.sound() &&
           ratio(runner, runners_[best]).of_median.lo < 1 - margin_;
  }

  bool may_be_slower(std::size_t kept, std::size_t best) const {
    if (kept == best || !runners_[kept].sound()) return false;
    const speed_up gain = ratio(runners_[kept], runners_[best]);
    return gain.of_median.hi >= 1 + margin_ &&
           (gain.median < 1 + margin_ || gain.of_median.lo <= 1);
  }

  bool is_slower(const std::pair<const std::size_t, double>& of_round, const runner& than) const {
    const auto other = than.times_ns.find(of_round.first);
    return other != than.times_ns.end() && of_round.second > other->second * (1 + margin_);
  }

  std::size_t fastest() const {
    std::optional<std::size_t> best;
    // A runner that has left is used if all others fail.
    for (const bool among_those_that_left : {false, true}) {
      if (best) break;
      for (std::size_t i = 0; i < runners_.size(); ++i) {
        const runner& runner = runners_[i];
        if (!runner.candidate || !runner.sound() || left_.contains(i) != among_those_that_left)
          continue;
        if (!best || runner.median_ns() < runners_[*best].median_ns()) best = i;
      }
    }
    if (!best)
      throw tuning_error(fmt::format("{}: no finalist ran correctly in the finals: {}",
                                     runners_.front().point.key(), runners_.front().trouble));
    return *best;
  }

  double margin_;
  std::vector<runner> runners_;
  std::map<std::size_t, bool> left_;  // Excluded from later rounds.
  std::map<const variant*, std::size_t> bases_;
  std::optional<std::size_t> incumbent_, library_;
  final_result result_;
};

}  // namespace

std::size_t runners_of(const contest& contest) { return final_contest(contest, 0).due().size(); }

std::vector<final_result> finals(const std::vector<contest>& contests, evaluator& machine,
                                 const finals_options& options) {
  std::vector<final_contest> running;
  running.reserve(contests.size());
  for (const contest& contest : contests) running.emplace_back(contest, options.margin);
  for (std::size_t round = 1; round <= options.rounds + options.more; ++round) {
    std::vector<point> points;
    for (const auto& runner : running)
      for (auto& one : round <= options.rounds ? runner.due() : runner.still_due())
        points.push_back(std::move(one));
    if (points.empty()) break;
    machine.start_afresh();
    const auto trials =
        machine.measure(points, options.measuring, {.phase = "final", .round = round});
    for (const trial& came : trials)
      for (auto& runner : running) runner.take(came, round);
    if (2 * round == options.rounds + options.rounds % 2 || round == options.rounds)
      for (auto& runner : running) runner.drop_the_slower();
  }
  std::vector<final_result> results;
  results.reserve(running.size());
  for (auto& runner : running) results.push_back(runner.finish());
  return results;
}

}  // namespace warpmark::tuning
