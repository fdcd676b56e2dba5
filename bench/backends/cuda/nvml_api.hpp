#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/backends/card.hpp"

namespace warpmark::cuda {

/// What NVML tells of one card. Every answer may be absent: without the library, without the right
/// to ask, or on a card (a MIG slice, say) that does not have the sensor.
class nvml_card {
 public:
  /// `uuid` as NVML writes it, "GPU-…" or "MIG-…". Never throws for want of NVML.
  /// The library is libnvidia-ml.so.1, or what the environment variable WARPMARK_LIBNVML names.
  explicit nvml_card(const std::string& uuid);

  bool found() const { return device_ != nullptr; }

  std::string driver_version() const;  ///< Empty if it cannot be read.
  std::optional<std::uint64_t> max_sm_clock_hz() const;
  std::optional<std::uint64_t> max_memory_clock_hz() const;
  std::optional<double> power_limit_w() const;
  std::optional<bool> ecc() const;
  std::optional<bool> mig() const;

  /// All there is to machine_state at this moment.
  machine_state state() const;

  /// SM clock and throttle reasons alone, which are quick to read.
  machine_state clock_state() const;

  /// Processes with a context on the card other than this one, if they can be counted.
  std::optional<unsigned> other_processes() const;

 private:
  struct entry_points;
  const entry_points* calls_ = nullptr;  ///< Of the process's one table; null without NVML.
  void* device_ = nullptr;
};

}  // namespace warpmark::cuda
