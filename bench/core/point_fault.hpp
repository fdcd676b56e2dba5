#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// A point cannot be measured; what() has the reason, `status` its resulting status, and `check`
/// which check it failed, if it has a name (docs/judge.md).
struct point_fault : std::runtime_error {
  point_fault(point_status ended, const std::string& why, std::string failed_check = {})
      : std::runtime_error(why), status(ended), check(std::move(failed_check)) {}
  point_status status;
  std::string check;
};

/// Where a fault of a point was found.
enum class fault_origin {
  point,     ///< By its checks, or because it does not fit the device or the host.
  compiler,  ///< Its kernels were not compiled.
  execution  ///< The device stopped or failed, and may be unusable.
};

/// The end of a point that an exception caused.
struct point_end {
  point_status status = point_status::failed;
  std::string reason;
  fault_origin origin = fault_origin::point;
  std::string log = {};    ///< The compiler's.
  std::string check = {};  ///< That it failed; empty: none with a name.
};

/// The end of a point for the exception that is being handled. Exceptions that are not a point's
/// fault pass through. Called in a catch block only.
point_end end_by_current_exception();

/// One line about the first finding, with its place and the number of further ones. `findings` must
/// not be empty.
std::string finding_text(const std::vector<finding>& findings);

}  // namespace warpmark
