#pragma once

#include <cstddef>
#include <filesystem>

#include "bench/journal/writer.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// Every pair of timing runs as one JSON line, written as soon as it is measured: a killed run
/// keeps what it has, and anybody can judge the samples anew (docs/gate_timing.md).
class rounds_file {
 public:
  /// Throws usage_error if the file exists or cannot be written.
  explicit rounds_file(const std::filesystem::path& path);

  /// What is added from now on is of another run, of so many points.
  void begin_run(std::size_t points);

  /// A run has begun.
  void add(std::size_t round, const round_subject& subject, const round_pair& pair);

 private:
  journal::writer file_;
  std::size_t runs_ = 0;
};

}  // namespace warpmark::gate
