#pragma once

#include <filesystem>

namespace warpmark::gate {

/// A new folder below the system's folder for temporary files, removed with all that is in it.
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
};

}  // namespace warpmark::gate
