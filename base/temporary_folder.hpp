#pragma once

#include <filesystem>
#include <string_view>

namespace warpmark {

/// A new folder among the system's temporary files, which only this user may enter; removed with
/// its contents at destruction. For folders that must also go when a signal ends the program see
/// gate::scratch_folder.
class temporary_folder {
 public:
  /// `name`: the begin of the folder's name. Throws std::system_error if it cannot be made.
  explicit temporary_folder(std::string_view name);
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpmark
