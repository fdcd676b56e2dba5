#pragma once

#include <optional>

#include "bench/sampling/execution_timer.hpp"

namespace warpmark::host {

/// The host's monotonic clock around synchronous work. Work cannot be held, and clocks and
/// temperatures are unknown.
class host_timer final : public sampling::execution_timer {
 public:
  sampling::timed_sample take(const timed_work& work,
                              const sampling::sample_request& request) override;
  sampling::timer_limits limits() override;
  std::size_t max_held_operations() const override { return 0; }
  machine_state state() const override { return {}; }

 private:
  std::optional<sampling::timer_limits> limits_;
};

}  // namespace warpmark::host
