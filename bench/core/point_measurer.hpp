#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/measurement.hpp"
#include "bench/core/prepared_point.hpp"

namespace warpmark {

/// A point whose kernels are being compiled while others are measured.
struct pending_point {
  point of;
  launch_plan plan;
  std::vector<std::shared_future<compiler::kernel_handle>> kernels;
};

/// Queues the compilation of all kernels of `wanted` for the machine's architecture.
pending_point begin_point(const point& wanted, const device_limits& limits,
                          compiler::kernel_compiler& compile);

/// Measures points on one machine, keeping the inputs of the last problem on the device.
class point_measurer {
 public:
  /// `read_ceiling_bytes_per_s`: what fraction_of_ceiling is quoted against, if known.
  /// `on_phase` hears when "compile", "verify" and "measure" of a point begin.
  point_measurer(
      backend& machine, std::uint64_t seed, measuring_options options,
      std::optional<double> read_ceiling_bytes_per_s,
      std::function<void(const char*)> on_phase = [](const char*) {});

  /// Proves right, measures, proves right again. Every fault of the point becomes its status;
  /// throws only if the measuring program itself fails.
  measurement measure(const pending_point& pending);

 private:
  void prepare_problem(const point& wanted);
  void run(const pending_point& pending, measurement& result);
  void time(prepared_point& prepared, double rounding_depth, measurement& result);

  backend& machine_;
  std::uint64_t seed_;
  measuring_options options_;
  std::optional<double> read_ceiling_bytes_per_s_;
  std::function<void(const char*)> on_phase_;
  std::string problem_key_;
  std::unique_ptr<problem_instance> instance_;
  std::unique_ptr<device_inputs> inputs_;
};

}  // namespace warpmark
