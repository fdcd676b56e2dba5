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

/// Limits, or amounts used, of one execution of a point and one of its reference.
struct execution_amounts {
  execution_amount point;
  execution_amount reference;
};

/// The counters of a point from the interpreter.
struct counted_point {
  measurement result;
  std::vector<simt::line_counters> lines;  ///< Of its own launches, not of its reference's.
  execution_amount took;                   ///< By its own launches.
  /// By its reference, where that was executed: once for consecutive points of one problem.
  std::optional<execution_amount> reference_took = {};
};

/// A point whose kernels are being compiled for counting.
using begun_point = pending_point;

/// An interpreter that verifies points and counts events by source line. The sides of the points
/// must outlive it.
class counting_machine {
 public:
  /// Kernels are compiled for `architecture`: "sm_90", or "compute_90" for PTX alone.
  /// Null: the default card.
  counting_machine(compiler::kernel_compiler& compile, std::string architecture,
                   const std::shared_ptr<const model::card_file>& card = {});

  const device_limits& limits() const { return machine_.device().limits; }

  /// Queues the compilation of the point's kernels.
  begun_point begin(const side_point& side_point) const;

  /// An execution beyond the limits has timed out. A failed reference fails all points of its
  /// problem and is not executed again.
  counted_point count(const begun_point& pending_point, const execution_amounts& limits);

 private:
  void enter(std::string phase);

  compiler::kernel_compiler& compile_;
  std::string architecture_;
  simt_backend machine_;
  point_measurer measurer_;
  execution_amounts limits_;                         // Of the point that is being counted …
  std::string phase_;                                // … its current phase …
  std::optional<execution_amount> reference_took_;   // … and the amount that its reference used.
  std::map<std::string, measurement> no_reference_;  // Why a problem has no reference.
};

}  // namespace warpmark::gate
