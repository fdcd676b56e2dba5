#pragma once

#include <filesystem>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// Appends lines to a journal, each by one write of the whole line, so that a killed run leaves at
/// most one torn line, and that one last.
class writer {
 public:
  enum class mode {
    create,  ///< The file must not exist.
    append,  ///< The file must exist; a torn last line is cut off.
  };

  /// Throws usage_error naming the path if it cannot be opened as `how` says.
  writer(const std::filesystem::path& path, mode how);
  ~writer();
  writer(const writer&) = delete;
  writer& operator=(const writer&) = delete;

  /// Throws std::system_error if the line could not be written in full (disk full, ...).
  void append(const json& line);

 private:
  std::filesystem::path path_;
  int file_;
};

}  // namespace warpmark::journal
