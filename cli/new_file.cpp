#include "cli/new_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {

void require_new_file(const std::string& option, const std::string& path,
                      const std::string& instead) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw usage_error(fmt::format("{} {}: is a folder; expected a file name, e.g. {}", option, path,
                                  (std::filesystem::path(path) / "sweep.jsonl").string()));
  if (std::filesystem::exists(path, ignored))
    throw usage_error(fmt::format("{} exists; {}", path, instead));
}

}  // namespace warpmark
