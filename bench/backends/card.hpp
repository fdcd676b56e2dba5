#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/device_limits.hpp"

namespace warpmark {

/// The description of a GPU, an interpreted device or a CPU in the manifest. Absent values could
/// not be read.
struct card {
  std::string name;  ///< "NVIDIA H200", "simt (sm_90 model)", "simt (NVIDIA L4 model)".
  std::string uuid;  ///< "GPU-…"; empty unless it is a GPU.
  std::string compute_capability;  ///< "9.0"; empty for a CPU.
  device_limits limits;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> l2_bytes;
  std::optional<std::uint64_t> l3_bytes;  ///< CPUs only.
  std::optional<std::uint64_t> sm_clock_max_hz;
  std::optional<std::uint64_t> memory_clock_max_hz;
  std::optional<std::uint64_t> memory_bus_bits;
  std::optional<bool> ecc;
  std::optional<double> power_limit_w;
  std::optional<bool> mig;
  std::string driver_version;       ///< "580.159.04"
  std::string cuda_driver_version;  ///< "13.0"
  /// The card that the interpreter models because it was named: "NVIDIA L4".
  std::optional<std::string> modelled_card = {};
  std::optional<std::string> calibration = {};  ///< When it was calibrated; "none" if it was not.
};

/// The state of the device at a measurement. Absent values could not be read.
struct machine_state {
  std::optional<std::uint64_t> sm_clock_hz;
  std::optional<std::uint64_t> memory_clock_hz;
  std::optional<double> temperature_c;
  std::optional<double> power_w;
  std::optional<std::uint64_t> throttle_reasons;  ///< NVML's bit mask.
  std::optional<unsigned> other_processes;        ///< Other processes with a context on the card.
  std::optional<std::uint64_t> ecc_corrected;     ///< Errors since the driver was loaded …
  std::optional<std::uint64_t> ecc_uncorrected;   ///< … and those that destroyed data.
};

}  // namespace warpmark
