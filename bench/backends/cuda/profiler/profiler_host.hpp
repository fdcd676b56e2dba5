#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/backends/cuda/profiler/cupti_api.hpp"

namespace warpmark::cuda::cupti {

/// A kind of chip, as CUPTI describes it.
struct chip_description {
  std::string name;  ///< "GH100".
  std::vector<std::uint8_t>
      availability;  ///< Image of the counters that may be read; may be empty.
};

/// CUPTI's knowledge of the metrics of a chip. It needs no card.
class profiler_host {
 public:
  /// Both must outlive it. Throws error.
  profiler_host(const api& api, const chip_description& chip);
  ~profiler_host();
  profiler_host(const profiler_host&) = delete;
  profiler_host& operator=(const profiler_host&) = delete;

  /// Schedules the metrics; false if the chip lacks one of them. Passes are shared within a call
  /// only.
  bool add(const std::vector<std::string>& metrics);

  std::vector<std::uint8_t> config() const;       ///< Throws error.
  std::vector<std::string> base_metrics() const;  ///< Names without roll-ups.

  /// The metrics of the first range in decoded counters, in order. Throws error.
  std::vector<double> values(const std::vector<std::string>& metrics,
                             const std::vector<std::uint8_t>& counters) const;

 private:
  const api& api_;
  host_object host_ = nullptr;
};

/// The names as CUPTI takes them, valid as long as `metrics`.
std::vector<const char*> names_of(const std::vector<std::string>& metrics);

}  // namespace warpmark::cuda::cupti
