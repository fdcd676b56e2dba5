#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// A point cannot be measured; what() has the reason and `status` its resulting status.
struct point_fault : std::runtime_error {
  point_fault(point_status ended, const std::string& why)
      : std::runtime_error(why), status(ended) {}
  point_status status;
};

/// One line about the first finding, with its place and the number of further ones. `findings` must
/// not be empty.
std::string finding_text(const std::vector<finding>& findings);

}  // namespace warpmark
