#pragma once

#include <filesystem>

namespace warpmark::gate {

/// A new folder in the system's folder for temporary files, removed with its contents at
/// destruction, and when SIGINT, SIGTERM or SIGHUP ends the program; the first folder installs the
/// handlers. A folder left after SIGKILL is removed when the next one is created.
class scratch_folder {
 public:
  /// Throws std::system_error if it cannot be created.
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< A descriptor of the folder, locked for as long as the folder is in use.
};

}  // namespace warpmark::gate
