#pragma once

#include <filesystem>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// Appends lines to a journal, each by a single write, so that a killed run leaves at most one
/// incomplete line, at the end.
class writer {
 public:
  enum class mode {
    create,  ///< The file must not exist.
    append,  ///< The file must exist; its incomplete last line goes as the first one is added.
  };

  /// Throws usage_error with the path if it cannot be opened in this mode, or if another writer,
  /// in whatever process of this machine, has it open.
  writer(const std::filesystem::path& path, mode open_mode);
  ~writer();
  writer(const writer&) = delete;
  writer& operator=(const writer&) = delete;

  /// Throws std::system_error if the line could not be written in full (disk full, ...).
  void append(const json& line);

 private:
  void drop_torn_line();

  std::filesystem::path path_;
  int file_ = -1;
  bool repairs_;  ///< The last line may be incomplete.
};

}  // namespace warpmark::journal
