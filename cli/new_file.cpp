#include "cli/new_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {

void require_new_file(const std::string& option, const std::string& path,
                      const std::string& instead) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw usage_error(fmt::format("{} {}: is a folder; expected a file name", option, path));
  if (std::filesystem::exists(path, ignored))
    throw usage_error(fmt::format("{} {} exists; {}", option, path, instead));
}

}  // namespace warpmark
