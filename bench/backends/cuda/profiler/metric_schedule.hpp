#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/backends/cuda/profiler/profiler_host.hpp"

namespace warpmark::cuda::cupti {

/// How metrics are collected on a chip, and evaluated from its counters. CUPTI must be initialised
/// as long as it lives.
class metric_schedule {
 public:
  /// `metrics`: names, or default_metrics_name. Throws usage_error naming a metric that the chip
  /// does not have, and error. `api` and `chip` must outlive it.
  metric_schedule(const api& api, const chip_description& chip,
                  const std::vector<std::string>& metrics);

  const std::vector<std::string>& metrics() const { return metrics_; }  ///< Each once.
  const std::vector<std::uint8_t>& config() const { return config_; }
  std::size_t passes() const { return passes_; }

  /// The metrics of the first range in decoded counters. Throws error.
  std::map<std::string, double> values(const std::vector<std::uint8_t>& counters) const;

 private:
  std::vector<std::string> metrics_;
  profiler_host host_;
  std::vector<std::uint8_t> config_;
  std::size_t passes_ = 0;
};

}  // namespace warpmark::cuda::cupti
