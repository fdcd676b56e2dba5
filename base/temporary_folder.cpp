#include "base/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace warpmark {

namespace fs = std::filesystem;

temporary_folder::temporary_folder(std::string_view name) {
  std::string path = (fs::temp_directory_path() / fmt::format("{}-XXXXXX", name)).string();
  if (::mkdtemp(path.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), "cannot make the folder " + path);
  path_ = path;
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace warpmark
