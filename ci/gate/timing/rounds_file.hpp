#pragma once

#include <cstddef>
#include <filesystem>

#include "bench/journal/writer.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// Writes every pair of timing runs as one JSON line as soon as it is measured: a killed run keeps
/// its pairs, and the samples can be judged again (docs/gate_timing.md).
class rounds_file {
 public:
  /// Throws usage_error if the file exists or cannot be written.
  explicit rounds_file(const std::filesystem::path& path);

  /// Pairs added from now on belong to a new run with this many points.
  void begin_run(std::size_t points);

  /// Requires begin_run() before.
  void add(std::size_t round, const round_subject& subject, const round_pair& pair);

 private:
  journal::writer file_;
  std::size_t runs_ = 0;
};

}  // namespace warpmark::gate
