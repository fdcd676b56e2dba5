#include "ci/gate/decision/rounds.hpp"

#include <cmath>

namespace warpmark::gate {

double round_pair::log_ratio() const { return std::log(head.time_ns / base.time_ns); }

std::string_view name(resource_class resource) {
  switch (resource) {
    case resource_class::memory:
      return "memory";
    case resource_class::compute:
      return "compute";
    case resource_class::latency:
      return "latency";
    case resource_class::unknown:
      break;
  }
  return "unknown";
}

}  // namespace warpmark::gate
