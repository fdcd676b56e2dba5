#pragma once

#include <filesystem>
#include <string>

#include "bench/journal/writer.hpp"

namespace warpmark::tuning {

/// The journal of a race, whose end line counts its measurements by status.
class tuning_journal {
 public:
  /// Creates the file. Throws usage_error if it exists or cannot be written.
  explicit tuning_journal(const std::filesystem::path& path)
      : writer_(path, journal::writer::mode::create) {}

  /// Throws std::system_error if a line cannot be written.
  void append(const journal::json& line);

  /// Appends the end line. `reason`: why the tuning is incomplete; empty if it is not.
  void end(const std::string& reason, double wall_s = 0);

 private:
  journal::writer writer_;
  journal::run_end end_;
};

}  // namespace warpmark::tuning
