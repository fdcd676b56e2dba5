#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "bench/core/measurement.hpp"

namespace warpmark {

/// A point cannot be measured; what() says why and `status` what it is then.
struct point_fault : std::runtime_error {
  point_fault(point_status ended, const std::string& why)
      : std::runtime_error(why), status(ended) {}
  point_status status;
};

/// One line about the first of them, with its place, and how many more there are; not of none.
std::string finding_text(const std::vector<finding>& findings);

}  // namespace warpmark
