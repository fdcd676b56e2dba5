#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace warpmark {

/// What the counters of a device counted in one execution.
struct hardware_counters {
  std::map<std::string, double> values;  ///< By name of the metric.
  std::uint32_t library_version = 0;     ///< Of CUPTI: 130001.
  std::size_t passes = 0;                ///< Executions that the metrics took.
  std::string trouble;                   ///< Why there are no values; empty if there are.
};

}  // namespace warpmark
