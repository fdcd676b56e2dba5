#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::sampling {

/// A timer with scripted readings and a clock that only it advances: by `sample_s` per
/// sample and by each wait. The work is run, so that a test can count it.
class simulated_timer final : public execution_timer {
 public:
  /// The time of one execution, by the number of the sample.
  std::function<double(std::size_t)> execution_ns = [](std::size_t) { return 10'000.0; };
  /// What a look at the card sees.
  std::function<machine_state(std::size_t)> seen_during = [](std::size_t) {
    return machine_state{};
  };
  /// Host time to enqueue a sample.
  std::function<double(std::size_t)> enqueue_ns = [](std::size_t) { return 0.0; };
  /// What is read of the card before and after.
  std::function<machine_state()> seen_around = [] { return machine_state{}; };
  timer_limits synthetic_limits;
  std::size_t operations = 1;
  std::size_t max_held = 200;
  std::vector<sample_request> requests;
  double sample_s = 10e-6;  ///< Wall time that taking one sample costs.
  /// Then it throws, so that a rule which never stops fails and does not hang.
  std::size_t max_requests = 5'000;

  timed_sample take(const timed_work& work, const sample_request& request) override {
    const std::size_t number = requests.size();
    if (number >= max_requests) throw std::logic_error("sampling without an end");
    requests.push_back(request);
    if (work.prepare) work.prepare();
    for (std::size_t i = 0; i < request.repeats; ++i) work.run();
    now_s_ += sample_s;
    timed_sample taken{.ns = execution_ns(number) * static_cast<double>(request.repeats),
                       .operations = operations,
                       .during = {},
                       .enqueue_ns = enqueue_ns(number)};
    if (request.watched) taken.during = seen_during(number);
    return taken;
  }

  timer_limits limits() override { return synthetic_limits; }
  std::size_t max_held_operations() const override { return max_held; }
  machine_state state() const override { return seen_around(); }
  double now_s() const override { return now_s_; }
  void wait(std::chrono::milliseconds duration) override {
    now_s_ += std::chrono::duration<double>(duration).count();
  }

 private:
  double now_s_ = 0;
};

}  // namespace warpmark::sampling
