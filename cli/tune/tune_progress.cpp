#include "cli/tune/tune_progress.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/core/progress.hpp"
#include "tuning/live/race.hpp"

namespace warpmark {
namespace {

std::string left_text(double left, std::size_t done, double seconds) {
  if (done == 0) return "unknown time left";
  return duration_text(left * seconds / static_cast<double>(done)) + " left";
}

}  // namespace

void tune_progress::begin_search(const std::string& problem, std::size_t evaluations,
                                 double now_s) {
  if (!searching_) {
    begun_s_ = now_s;
    done_ = 0;
  }
  searching_ = true;
  ++number_;
  what_ = problem;
  done_here_ = 0;
  max_here_ = evaluations;
  best_.reset();
  bases_ns_.clear();
}

void tune_progress::begin(const std::string& activity, std::size_t measurements, double now_s) {
  searching_ = false;
  what_ = activity;
  begun_s_ = now_s;
  done_ = done_here_ = round_ = 0;
  max_here_ = measurements;
}

void tune_progress::saw(const tuning::trial& came, const tuning::trial_label& label) {
  ++done_;
  ++done_here_;
  round_ = label.round;
  if (!searching_ || !came.time_ns || tuning::is_library(*came.point.variant)) return;
  if (came.point.is_base()) bases_ns_[came.point.variant] = *came.time_ns;
  if (!best_ || *came.time_ns < best_->time_ns) best_ = {came.point.variant, *came.time_ns};
}

std::string tune_progress::best_text() const {
  if (!best_) return "nothing timed yet";
  const auto base = bases_ns_.find(best_->variant);
  return fmt::format(
      "best {:.2f} {} ({}{})", best_->time_ns / 1e3, shown_unit(objective_), best_->variant->name,
      base == bases_ns_.end() ? ""
                              : fmt::format(", {:.2f}x its base", base->second / best_->time_ns));
}

// Remaining problems are assumed to take as long as the completed ones: most end before their
// budget.
std::string tune_progress::search_text(double now_s) const {
  const std::size_t before = done_ - done_here_;
  const double evaluations_each =
      number_ > 1 ? static_cast<double>(before) / static_cast<double>(number_ - 1)
                  : static_cast<double>(max_here_);
  const auto here = static_cast<double>(max_here_ - std::min(max_here_, done_here_));
  const double left =
      here + evaluations_each * static_cast<double>(problems_ - std::min(problems_, number_));
  std::string time = left_text(left, done_, now_s - begun_s_);
  if (search_s_ && done_ > 0) {
    const double at_rate = left * (now_s - begun_s_) / static_cast<double>(done_);
    time = duration_text(std::clamp(*search_s_ - now_s, 0.0, at_rate)) + " left";
  }
  return fmt::format("problem {} of {}, {} of {} evaluations, {}, {}: {}", number_, problems_,
                     done_here_, max_here_, best_text(), time, what_);
}

std::string tune_progress::text(double now_s) const {
  if (searching_) return search_text(now_s);
  const auto left = static_cast<double>(max_here_ - std::min(max_here_, done_));
  return fmt::format("{}{}: {} of {} measured, {}", what_,
                     round_ > 0 ? fmt::format(", round {}", round_) : "", done_, max_here_,
                     left_text(left, done_, now_s - begun_s_));
}

}  // namespace warpmark
