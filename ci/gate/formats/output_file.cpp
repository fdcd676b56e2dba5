#include "ci/gate/formats/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& option, const fs::path& path, const std::string& why) {
  throw usage_error(fmt::format("{} {}: {}", option, path.string(), why));
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool is_special(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_regular_file(path, error);
}

void write_whole(const std::string& option, const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) refuse(option, path, std::strerror(errno));
}

}  // namespace

void require_writable(const std::string& option, const fs::path& path) {
  if (path == "-") return;
  if (path.empty()) refuse(option, path, "an empty name; expected a file, or -");
  std::error_code error;
  const fs::path folder = folder_of(path);
  if (fs::is_directory(path, error)) refuse(option, path, "this is a folder; expected a file");
  if (!fs::is_directory(folder, error))
    refuse(option, path, fmt::format("there is no folder {}", folder.string()));
  if (access((is_special(path) ? path : folder).c_str(), W_OK) != 0)
    refuse(option, path, std::strerror(errno));
}

void write_output(const std::string& option, const fs::path& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
    return;
  }
  if (is_special(path)) return write_whole(option, path, text);
  const fs::path temporary =
      folder_of(path) / fmt::format(".{}.{}.tmp", path.filename().string(), getpid());
  std::error_code error;
  try {
    write_whole(option, temporary, text);
    fs::rename(temporary, path);
  } catch (const fs::filesystem_error& failure) {
    fs::remove(temporary, error);
    refuse(option, path, failure.code().message());
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
}

}  // namespace warpmark::gate
