#include "cli/program_paths.hpp"

#include <cstdlib>

namespace warpmark {

namespace fs = std::filesystem;

fs::path program_path() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

fs::path program_folder() { return program_path().parent_path(); }

std::optional<fs::path> find_upwards(const fs::path& relative) {
  std::error_code ignored;
  for (fs::path folder = program_folder(); !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / relative, ignored)) return folder / relative;
    if (folder == folder.root_path()) break;
  }
  return std::nullopt;
}

fs::path report_python() {
  if (const char* named = std::getenv("WARPMARK_PYTHON")) return named;
  return find_upwards(".venv/bin/python").value_or("python3");
}

}  // namespace warpmark
