#pragma once

#include <optional>
#include <string_view>

#include "base/device_limits.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/pending_plan.hpp"
#include "bench/core/point.hpp"
#include "bench/sampling/measuring_options.hpp"

namespace warpmark {

/// A point whose kernels are being compiled while others are measured.
struct pending_point {
  warpmark::point point;
  pending_plan own = {};
  /// For this point only, instead of the run's options.
  std::optional<measuring_options> measuring = {};
  std::optional<pending_plan> reference = {};  ///< The reference of its family, for its problem.
};

/// Queues the compilation of all kernels of the point for the device's architecture. `backend` is
/// the backend's name.
pending_point begin_point(const point& point, std::string_view backend, const device_limits& limits,
                          compiler::kernel_compiler& compile,
                          compiler::compile_urgency urgency = compiler::compile_urgency::now);

}  // namespace warpmark
