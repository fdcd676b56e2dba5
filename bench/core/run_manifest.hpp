#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// How the flush of the cold state was proved: a part of L2 is read again and again, with flushes
/// between and without.
struct flush_check {
  std::size_t size_bytes = 0;  ///< What is read.
  double hot_ns = 0;           ///< Without flushes.
  double cold_ns = 0;          ///< With them …
  double min_cold_ns = 0;      ///< … and what it must at least be, if all comes from memory.

  bool passed() const { return cold_ns >= min_cold_ns; }
};

/// Limits of the card that were measured in this run, on this card. bytes_per_s: read, written, or
/// both together for a copy.
struct measured_ceilings {
  std::optional<double> read_bytes_per_s;
  std::optional<double> write_bytes_per_s;
  std::optional<double> copy_bytes_per_s;
  std::optional<double> launch_floor_ns;  ///< Of an empty kernel between two events.
  std::optional<flush_check> flush;

  std::optional<double> bytes_per_s(memory_traffic traffic) const;
};

/// A file and the SHA-256 of what it held, hexadecimal.
struct file_record {
  std::string path;
  std::string sha256;
};

/// The kernels file that a run's variants come from, and the files that it names; the digest of a
/// source is over what it includes, too.
struct kernels_record {
  file_record file;
  std::vector<file_record> read;

  /// All digests in one.
  std::string fingerprint() const;
};

/// What a run was: everything that its measurements share.
struct run_manifest {
  std::vector<std::string> argv;
  std::string backend;
  std::vector<card> devices;  ///< At least one.
  std::string nvrtc_version;
  std::vector<std::string> compiler_flags;
  std::uint64_t seed = 0;
  measuring_options contract;
  bool exact = false;                       ///< Counted by interpretation: no clock, no error bar.
  std::vector<measured_ceilings> ceilings;  ///< Of each device.
  std::size_t planned_points = 0;
  std::optional<kernels_record> kernels = {};  ///< None: those of this program.
};

}  // namespace warpmark
