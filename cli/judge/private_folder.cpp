#include "cli/judge/private_folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdlib.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {

private_folder::private_folder(const std::string& prefix)
    : path_(std::filesystem::temp_directory_path() / (prefix + ".XXXXXX")) {
  if (mkdtemp(path_.data()) == nullptr)
    throw usage_error(fmt::format("{}: {}", path_, std::strerror(errno)));
}

private_folder::~private_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpmark
