#include "cli/report_package.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "cli/program_paths.hpp"

namespace warpmark {

namespace {

// The packages of a source tree; those that are installed with this program Python finds by itself.
void add_packages_to_python_path() {
  std::error_code ignored;
  if (std::filesystem::exists(program_folder() / "../../warpmark_reports", ignored)) return;
  for (const char* name : {"python/warpmark", "reports/warpmark_reports"}) {
    const auto package = find_upwards(name);
    if (!package) continue;
    const std::string folder = package->parent_path().string();
    const char* present = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", present ? (folder + ":" + present).c_str() : folder.c_str(), 1);
  }
}

// Else matplotlib would make a folder below ~/.config, which is no cache.
void keep_matplotlib_to_the_cache() {
  const auto kernels = compiler::default_cache_folder();
  if (!kernels.empty()) setenv("MPLCONFIGDIR", (kernels.parent_path() / "matplotlib").c_str(), 0);
}

}  // namespace

void become_reports(const std::string& module, const std::vector<std::string>& words) {
  const std::string python = report_python();
  add_packages_to_python_path();
  keep_matplotlib_to_the_cache();
  // -P: no module of the current folder, which may be anybody's.
  std::vector<std::string> all = {python, "-P", "-m", module};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(all.size());
  for (auto& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  throw usage_error(
      fmt::format("cannot start {}: {}; WARPMARK_PYTHON names another Python; in a source "
                  "tree `make setup` prepares one",
                  python, std::strerror(errno)));
}

}  // namespace warpmark
