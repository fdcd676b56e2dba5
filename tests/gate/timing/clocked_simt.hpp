#pragma once

#include "bench/backends/simt_backend.hpp"

namespace warpmark::gate {

/// The interpreter as a machine with a clock, which counts the instructions that warps issue: 1 ns
/// each. So times are reproducible, and additional work takes longer.
class clocked_simt final : public simt_backend {
 public:
  clocked_simt() : simt_backend({}), timer_(*this) {}
  std::string name() const override { return "clocked"; }

  device_capabilities capabilities() const override { return {.reports_stray_accesses = true}; }
  sampling::execution_timer* timer() override { return &timer_; }

 private:
  class instruction_timer final : public sampling::execution_timer {
   public:
    explicit instruction_timer(clocked_simt& machine) : machine_(machine) {}

    sampling::timed_sample take(const timed_work& work,
                                const sampling::sample_request& request) override {
      if (work.prepare) work.prepare();
      machine_.synchronize();
      machine_.interpreter().take_counters();
      for (std::size_t i = 0; i < request.repeats; ++i) work.run();
      machine_.synchronize();
      const auto counters = machine_.interpreter().take_counters().named();
      return {.ns = static_cast<double>(counters.at("warp_instructions")), .operations = 1};
    }
    sampling::timer_limits limits() override { return {}; }
    std::size_t max_held_operations() const override { return 100; }
    machine_state state() const override { return {}; }

   private:
    clocked_simt& machine_;
  };

  instruction_timer timer_;
};

}  // namespace warpmark::gate
