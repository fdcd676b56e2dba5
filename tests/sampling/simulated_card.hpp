#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "bench/sampling/energy_meter.hpp"

namespace warpmark::sampling {

/// A card of known power, on a clock that only its readings and waits advance. Executions run one
/// after another from when they are enqueued.
class simulated_card final : public energy_meter {
 public:
  double busy_w = 400;
  double idle_w = 80;
  double execution_s = 50e-6;
  double reading_s = 50e-6;  ///< What reading a sensor takes.
  bool has_power = true;
  std::string why_missing;
  /// When the counter is updated for the k-th time; ascending.
  std::function<double(std::size_t)> update_s = [](std::size_t k) {
    return 0.1 * static_cast<double>(k);
  };
  /// What is read instead of the true energy, by the number of the latest update.
  std::function<std::optional<std::uint64_t>(std::uint64_t mj, std::size_t update)> reading =
      [](std::uint64_t mj, std::size_t) { return std::optional(mj); };

  std::size_t executions = 0;
  std::size_t max_in_flight = 0;  ///< Executions.
  std::size_t gaps = 0;           ///< Times without work between executions.

  /// Enqueues one execution.
  void execute() {
    if (++executions > 20'000'000) throw std::logic_error("a load without an end");
    if (busy_.empty() || busy_.back().end_s < now_s_) {
      if (!busy_.empty()) ++gaps;
      const double before_s = busy_.empty() ? 0 : busy_.back().busy_s;
      busy_.push_back({now_s_, now_s_, before_s});
    }
    busy_.back().end_s += execution_s;
    busy_.back().busy_s += execution_s;
    const double left_s = busy_.back().end_s - now_s_;
    max_in_flight =
        std::max(max_in_flight, static_cast<std::size_t>(std::lround(left_s / execution_s)));
  }

  std::string missing() const override { return why_missing; }

  std::optional<std::uint64_t> counter_mj() override {
    pass(reading_s);
    while (update_s(updates_ + 1) <= now_s_) ++updates_;
    const double joules = energy_at(update_s(updates_));
    return reading(static_cast<std::uint64_t>(1e3 * joules), updates_);
  }

  std::optional<double> power_w() override {
    pass(reading_s);
    if (!has_power) return std::nullopt;
    return !busy_.empty() && now_s_ < busy_.back().end_s ? busy_w : idle_w;
  }

  void mark() override {
    marks_s_.push_back(busy_.empty() ? now_s_ : busy_.back().end_s);
    if (pending_marks() > max_marks) throw std::logic_error("too many marks");
  }

  std::size_t pending_marks() override {
    pass(1e-6);
    while (reached_ < marks_s_.size() && marks_s_[reached_] <= now_s_) ++reached_;
    return marks_s_.size() - reached_;
  }

  double now_s() const override { return now_s_; }
  void wait(double seconds) override { pass(seconds); }

 private:
  struct stretch {
    double begin_s, end_s;
    double busy_s;  ///< Of this and all before.
  };

  void pass(double seconds) {
    now_s_ += seconds;
    if (now_s_ > 1e4) throw std::logic_error("a measurement without an end");
  }

  double energy_at(double s) const {
    double busy_s = 0;
    for (const stretch& one : busy_)
      if (one.begin_s < s) busy_s = one.busy_s - std::max(0.0, one.end_s - s);
    return idle_w * s + (busy_w - idle_w) * busy_s;
  }

  double now_s_ = 0.0123;
  std::size_t updates_ = 0;
  std::vector<stretch> busy_;
  std::vector<double> marks_s_;
  std::size_t reached_ = 0;
};

}  // namespace warpmark::sampling
