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
#include "bench/core/measurement.hpp"
#include "bench/core/pending_point.hpp"
#include "bench/core/point_energy.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/core/verified_output_cache.hpp"

namespace warpmark {

/// State that all points of a run share.
struct measuring_terms {
  std::uint64_t seed = 1;
  measuring_options options = {};
  measured_ceilings ceilings = {};          ///< The limits for fractions of bandwidth.
  std::optional<double> idle_power_w = {};  ///< Of the device, before its first point.
  cache_flush* flush = nullptr;  ///< Run before each sample of the cold state; null: none.
  /// Verified outputs of the last problem; null: each output goes to the oracle.
  verified_output_cache* proven = nullptr;
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
  void judge(prepared_point& prepared, const guarantees& guaranteed, measurement& result);
  void time(prepared_point& prepared, const guarantees& guaranteed, measurement& result);
  void observe(prepared_point& prepared, const guarantees& guaranteed, measurement& result);
  timed_work work_of(prepared_point& prepared);
  void summarise(measurement& result) const;

  backend& machine_;
  measuring_terms terms_;
  measuring_options options_ = {};  ///< Options of the current point …
  std::size_t placements_ = 1;      ///< … and the placements of its samples.
  energy_conditions energy_ = {};
  current_problem problem_;
};

}  // namespace warpmark
