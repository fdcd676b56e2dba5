#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/backends/cuda/profiler/cupti_api.hpp"

namespace warpmark::cuda::cupti {

/// A kind of chip, as CUPTI describes it.
struct chip_description {
  std::string name;                        ///< "GH100".
  std::vector<std::uint8_t> availability;  ///< Image of the counters that may be read.
};

/// How metrics are collected on a chip, and evaluated from its counters. CUPTI must be initialised
/// as long as it lives.
class metric_schedule {
 public:
  /// `metrics`: names, or default_metrics_name. Throws usage_error naming a metric that the chip
  /// does not have, and error. `api` must outlive it.
  metric_schedule(const api& api, const chip_description& chip,
                  const std::vector<std::string>& metrics);
  ~metric_schedule();
  metric_schedule(const metric_schedule&) = delete;
  metric_schedule& operator=(const metric_schedule&) = delete;

  const std::vector<std::uint8_t>& config() const { return config_; }
  std::size_t passes() const { return passes_; }

  /// The metrics' names as CUPTI takes them.
  std::vector<const char*> names() const;

  /// The metrics of the first range in decoded counters. Throws error.
  std::map<std::string, double> values(const std::vector<std::uint8_t>& counters) const;

 private:
  void open(const chip_description& chip);
  bool add(const std::string& metric);
  void add_all(const std::vector<std::string>& metrics, const chip_description& chip);
  void schedule();
  [[noreturn]] void refuse(const std::string& metric, const chip_description& chip) const;
  std::vector<std::string> base_metrics() const;

  const api& api_;
  std::vector<std::string> metrics_;  ///< Each once.
  host_object host_ = nullptr;
  std::vector<std::uint8_t> config_;
  std::size_t passes_ = 0;
};

}  // namespace warpmark::cuda::cupti
