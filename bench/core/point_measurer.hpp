#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/current_problem.hpp"
#include "bench/core/input_rotation.hpp"
#include "bench/core/measurement.hpp"
#include "bench/core/module_state.hpp"
#include "bench/core/pending_point.hpp"
#include "bench/core/point_energy.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/renewal.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/core/sample_audits.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "bench/sampling/stopwatch.hpp"

namespace warpmark {

/// State that all points of a run share.
struct measuring_terms {
  std::uint64_t seed = 1;
  measuring_options options = {};
  measured_ceilings ceilings = {};          ///< The limits for fractions of bandwidth.
  std::optional<double> idle_power_w = {};  ///< Of the device, before its first point.
  cache_flush* flush = nullptr;  ///< Run before each sample of the cold state; null: none.
  renewal* renew = nullptr;  ///< Changes inputs between samples; null on a device without kernels.
  /// Verified outputs of the last problem; null: each output goes to the oracle.
  verified_output_cache* proven = nullptr;
  /// Counts an execution of each point once its times are known; null: none.
  hardware_profiler* profiler = nullptr;
  /// Called before a point is profiled, with the result so far: the profiler must not cost the
  /// times.
  std::function<void(const measurement&)> on_timed = [](const measurement&) {};
  phase_listener on_phase = [](const char*) {};
};

/// Measures points on one backend. Keeps the inputs of the last problem on the device.
class point_measurer {
 public:
  point_measurer(backend& machine, measuring_terms terms)
      : machine_(machine),
        terms_(std::move(terms)),
        problem_(machine, terms_.seed, terms_.proven) {}

  /// Verifies, measures and verifies again. Every fault of the point becomes its status; throws
  /// only if the program itself fails.
  measurement measure(const pending_point& pending);

 private:
  void run(const pending_point& pending, measurement& result);
  void end_by_exception(measurement& result);
  prepared_point& prepare(const launch_plan& plan,
                          const std::vector<compiler::kernel_handle>& kernels,
                          device_inputs& inputs, std::size_t placements,
                          std::optional<prepared_point>& prepared);
  /// A point that is ready to be executed, while it is measured.
  struct trial {
    const pending_point& pending;
    device_inputs& inputs;
    prepared_point& prepared;
    guarantees guaranteed;
    std::optional<module_state> variables = {};
    std::optional<input_rotation> rotation = {};
  };

  void judge(trial& on_trial, measurement& result);
  void count(trial& on_trial, measurement& result);
  void observe_execution(trial& on_trial, measurement& result);
  bool observe_sample(trial& on_trial, measurement& result);
  void repeat_overlapping(trial& on_trial, measurement& result);
  void time(trial& on_trial, measurement& result);
  void observe(trial& on_trial, measurement& result);
  bool rotates(const pending_point& pending) const;
  bool has_room_for(const std::function<void()>& inputs, trial& on_trial);
  void rotate(trial& on_trial);
  void restore_inputs(trial& on_trial);
  void require_correct(const char* when, const char* check, trial& on_trial,
                       const measurement& result) const;
  void require_unchanged_variables(trial& on_trial) const;
  void audit(trial& on_trial, measurement& result);
  void try_unseen_inputs(trial& on_trial, measurement& result);
  void compare_outputs(trial& on_trial, measurement& result);
  std::uint64_t unseen_seed() const;
  void profile(trial& on_trial, measurement& result);
  timed_work work_of(trial& on_trial, measurement& result);
  void summarise(measurement& result) const;

  backend& machine_;
  measuring_terms terms_;
  measuring_options options_ = {};  ///< Options of the current point …
  std::size_t placements_ = 1;      ///< … and the placements of its samples.
  energy_conditions energy_ = {};
  stopwatch since_start_;
  current_problem problem_;
  sample_audits audits_{0};
  bool inputs_stayed_ = false;  ///< For lack of memory, at the current point.
};

}  // namespace warpmark
