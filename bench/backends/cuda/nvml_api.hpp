#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/backends/card.hpp"

namespace warpmark::cuda {

/// NVML's data on one card. Every value may be absent: without the library, without permission, or
/// on a device without the sensor (such as a MIG slice).
class nvml_card {
 public:
  /// `uuid` in NVML's format, "GPU-…" or "MIG-…". Does not throw if NVML is missing. The library is
  /// libnvidia-ml.so.1, or that of the environment variable WARPMARK_LIBNVML.
  explicit nvml_card(const std::string& uuid);

  bool found() const { return device_ != nullptr; }
  bool is_slice() const { return is_slice_; }  ///< A MIG slice; the sensors are those of its card.

  std::string driver_version() const;  ///< Empty if it cannot be read.
  std::optional<std::uint64_t> max_sm_clock_hz() const;
  std::optional<std::uint64_t> max_memory_clock_hz() const;
  std::optional<double> power_limit_w() const;
  std::optional<bool> ecc() const;
  std::optional<bool> mig() const;
  std::optional<bool> persistence() const;  ///< Whether the driver stays loaded between programs.
  std::optional<std::uint64_t> application_sm_clock_hz() const;  ///< That an administrator set.

  /// The complete current machine_state.
  machine_state state() const;

  /// Only SM clock and throttle reasons, which are quick to read.
  machine_state clock_state() const;

  /// The card's energy in mJ since the driver was loaded, which it updates every 0.1 s or so.
  std::optional<std::uint64_t> energy_mj() const;
  std::optional<double> power_w() const;

  /// Processes with a context on the card other than this one, if they can be counted.
  std::optional<unsigned> other_processes() const;

 private:
  struct entry_points;
  const entry_points* calls_ = nullptr;  ///< The process-wide table; null without NVML.
  void* device_ = nullptr;
  bool is_slice_ = false;
};

}  // namespace warpmark::cuda
