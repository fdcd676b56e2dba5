#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/simt_backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/point_measurer.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

using simt::execution_amount;

/// What an execution of a point may take, or took, and one of its reference.
struct execution_amounts {
  execution_amount point;
  execution_amount reference;
};

/// What the interpreter counted of a point.
struct counted_point {
  measurement result;
  std::vector<simt::line_counters> lines;  ///< Of its own launches, not of its reference's.
  execution_amount took;                   ///< By its own launches.
  /// By its reference, where that was executed: once for all points of a problem that follow each
  /// other.
  std::optional<execution_amount> reference_took = {};
};

/// A point whose kernels are being compiled for counting.
using begun_point = pending_point;

/// An interpreter that proves points right and counts what they do, line by line. The registry must
/// hold the families of the points meanwhile.
class counting_machine {
 public:
  /// Kernels are compiled for `architecture`, "sm_90" or, for PTX alone, "compute_90".
  counting_machine(compiler::kernel_compiler& compile, std::string architecture);

  const device_limits& limits() const { return machine_.device().limits; }

  /// Queues the compilation of its kernels.
  begun_point begin(const side_point& side_point) const;

  /// What goes beyond the limits has timed out. A reference that fails, fails for all points of its
  /// problem, and is not tried again.
  counted_point count(const begun_point& pending_point, const execution_amounts& limits);

 private:
  void enter(std::string phase);

  compiler::kernel_compiler& compile_;
  std::string architecture_;
  simt_backend machine_;
  point_measurer measurer_;
  execution_amounts limits_;                         // Of the point that is being counted …
  std::string phase_;                                // … what it is at …
  std::optional<execution_amount> reference_took_;   // … and what its reference took.
  std::map<std::string, measurement> no_reference_;  // Why a problem has none.
};

}  // namespace warpmark::gate
