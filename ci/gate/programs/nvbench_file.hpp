#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpmark::gate {

/// One state of a benchmark in a file that nvbench wrote: a point.
struct nvbench_point {
  std::string key;                          ///< "copy[device=0,Elements=1048576]"
  std::string benchmark;                    ///< "copy"
  std::optional<std::string> skipped = {};  ///< Why nvbench or the benchmark left it out.
  std::vector<double> samples_ns = {};      ///< In the order taken; empty if all were discarded.
  std::optional<double> clock_hz = {};      ///< Median SM clock of the samples.
};

/// What one process of an nvbench executable measured.
struct nvbench_result {
  std::vector<std::string> benchmarks;  ///< In the order in which they ran.
  std::vector<nvbench_point> points;
  std::string card;  ///< Name of the device of the first point.
  std::string version;
};

/// Reads what --jsonbin wrote: the file, and samples (float32 seconds) beside it. Points have a key
/// made of the benchmark's name, the device and the values of the axes; a key that occurs again
/// gets " #2". Throws usage_error naming the file and the place if it is cut off, not nvbench's,
/// names samples outside of its folder, or is larger than `max_bytes`.
nvbench_result read_nvbench_file(const std::filesystem::path& file);

}  // namespace warpmark::gate
