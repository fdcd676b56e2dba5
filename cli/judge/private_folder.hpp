#pragma once

#include <string>

namespace warpmark {

/// A new folder for temporary files, which only this user may enter. Its contents are removed with
/// it.
class private_folder {
 public:
  /// Throws usage_error if it cannot be made. `prefix`: of its name.
  explicit private_folder(const std::string& prefix);
  ~private_folder();
  private_folder(const private_folder&) = delete;
  private_folder& operator=(const private_folder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace warpmark
