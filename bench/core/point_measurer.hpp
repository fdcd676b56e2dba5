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
#include "bench/core/pending_plan.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/core/verified_output_cache.hpp"

namespace warpmark {

/// A point whose kernels are being compiled while others are measured.
struct pending_point {
  warpmark::point point;
  launch_plan plan;
  kernel_futures kernels;
  std::string unavailable = {};  ///< Why the backend cannot run it; then nothing is compiled.
  /// For this point only, instead of the run's options.
  std::optional<measuring_options> measuring = {};
  std::optional<pending_plan> reference = {};  ///< The reference of its family, for its problem.
};

/// Queues the compilation of all kernels of the point for the device's architecture. `backend` is
/// the backend's name.
pending_point begin_point(const point& point, std::string_view backend, const device_limits& limits,
                          compiler::kernel_compiler& compile,
                          compiler::compile_urgency urgency = compiler::compile_urgency::wanted);

/// State that all points of a run share.
struct measuring_terms {
  std::uint64_t seed = 1;
  measuring_options options = {};
  measured_ceilings ceilings = {};  ///< The limits for fractions of bandwidth.
  cache_flush* flush = nullptr;     ///< Run before each sample of the cold state; null: none.
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
  prepared_point& prepare(const launch_plan& plan,
                          const std::vector<compiler::kernel_handle>& kernels,
                          device_inputs& inputs, std::size_t placements,
                          std::optional<prepared_point>& here);
  void judge(prepared_point& prepared, const guarantees& guaranteed, measurement& result);
  void time(prepared_point& prepared, const guarantees& guaranteed, measurement& result);
  timed_work work_of(prepared_point& prepared);
  void summarise(measurement& result) const;

  backend& machine_;
  measuring_terms terms_;
  measuring_options options_ = {};  ///< Options of the current point.
  current_problem problem_;
};

}  // namespace warpmark
