#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/journal/writer.hpp"
#include "ci/gate/timing/subjects.hpp"

namespace warpmark::gate {

/// Every pair of a timing run as one JSON line, written as soon as it is measured: a killed run
/// keeps what it has, and anybody can judge the samples anew (docs/gate_timing.md).
class rounds_file {
 public:
  /// Throws usage_error if the file exists or cannot be written.
  rounds_file(const std::filesystem::path& path, const std::vector<timed_point>& points);

  void add(std::size_t round, std::size_t subject, const round_pair& pair);

 private:
  journal::writer file_;
  const std::vector<timed_point>& points_;
};

}  // namespace warpmark::gate
