#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/backends/simt/simt_backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/point_measurer.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

/// What the interpreter counted of a point.
struct counted_point {
  measurement result;
  std::vector<simt::line_counters> lines;  ///< Of its own launches, not of its reference's.
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
  begun_point begin(const side_point& of) const;

  counted_point count(const begun_point& of);

 private:
  compiler::kernel_compiler& compile_;
  std::string architecture_;
  simt::simt_backend machine_;
  point_measurer measurer_;
};

}  // namespace warpmark::gate
