#pragma once

#include <filesystem>

namespace warpmark::gate {

/// A new folder below the system's folder for temporary files, removed with all that is in it: at
/// destruction, and when SIGINT, SIGTERM or SIGHUP ends the program, for which the first folder
/// installs handlers. One that SIGKILL left is removed when the next one is made.
class scratch_folder {
 public:
  /// Throws std::system_error if it cannot be made.
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
