#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/core/shard.hpp"
#include "variants/contract/determinism.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// The check of the cold state's flush: a part of L2 is read repeatedly, with and without flushes
/// in between.
struct flush_check {
  std::size_t size_bytes = 0;  ///< Bytes read.
  double hot_ns = 0;           ///< Without flushes.
  double cold_ns = 0;          ///< With flushes.
  double min_cold_ns = 0;      ///< Minimum of cold_ns if all data comes from DRAM.

  bool passed() const { return cold_ns >= min_cold_ns; }
};

/// Limits of the card, measured in this run on this card. bytes_per_s: read, written, or both
/// together for a copy.
struct measured_ceilings {
  std::optional<double> read_bytes_per_s;
  std::optional<double> write_bytes_per_s;
  std::optional<double> copy_bytes_per_s;
  std::optional<double> launch_floor_ns;  ///< Time of an empty kernel between two events.
  std::optional<flush_check> flush;

  std::optional<double> bytes_per_s(memory_traffic traffic) const;
};

/// A file and the SHA-256 of its contents, hexadecimal.
struct file_record {
  std::string path;
  std::string sha256;
};

/// The kernels file of a run's variants, and the files that it names. The digest of a source covers
/// its includes, too.
struct kernels_record {
  file_record file;
  std::vector<file_record> read;

  /// A digest over all digests.
  std::string fingerprint() const;
};

/// The manifest of a run: everything that its measurements share.
struct run_manifest {
  std::vector<std::string> argv;
  std::string backend;
  std::vector<card> devices;  ///< At least one.
  std::string nvrtc_version;
  std::vector<std::string> compiler_flags;
  std::uint64_t seed = 0;
  measuring_options contract;               ///< Of a point, in all its processes.
  std::size_t num_processes = 1;            ///< In which each point is measured.
  bool exact = false;                       ///< Counted by interpretation: no clock, no error bar.
  std::vector<measured_ceilings> ceilings;  ///< One per device.
  std::size_t planned_points = 0;
  std::optional<kernels_record> kernels = {};  ///< Empty: the variants of this program.
  std::optional<warpmark::shard> shard = {};   ///< Empty: all problems.
  std::string objective = "time";              ///< What a tuning minimises.
  determinism deterministic = determinism::not_guaranteed;  ///< What its configs have at least.
};

}  // namespace warpmark
