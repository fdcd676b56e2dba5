#include "bench/compiler/toolkit_files.hpp"

#include <algorithm>
#include <cstdlib>

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

// Collects the files with one name in the locations of toolkits.
class file_search {
 public:
  explicit file_search(std::string_view prefix) : prefix_(prefix) {}

  void add_folder(const fs::path& folder) {
    for (const auto& file : files_of(folder, prefix_)) found_.push_back(file);
  }

  void add_toolkit(const fs::path& root) {
    for (const char* part : {"lib64", "lib", "targets/x86_64-linux/lib"}) add_folder(root / part);
  }

  // PyPI packages have their libraries in nvidia/<package>/lib.
  void add_python_environment(const fs::path& environment) {
    for (const auto& python : files_of(environment / "lib", "python3"))
      for (const auto& package : files_of(python / "site-packages" / "nvidia", ""))
        add_folder(package / "lib");
  }

  void add_environments_upwards(fs::path folder) {
    for (; !folder.empty(); folder = folder.parent_path()) {
      add_python_environment(folder / ".venv");
      if (folder == folder.root_path()) return;
    }
  }

  std::vector<fs::path> take() { return std::move(found_); }

 private:
  std::string_view prefix_;
  std::vector<fs::path> found_;
};

}  // namespace

std::vector<fs::path> files_of(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

std::vector<fs::path> toolkit_files(std::string_view prefix) {
  file_search search(prefix);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable)) search.add_toolkit(root);
  for (const auto& root : files_of("/usr/local", "cuda")) search.add_toolkit(root);
  if (const char* active = std::getenv("VIRTUAL_ENV")) search.add_python_environment(active);
  std::error_code ignored;
  search.add_environments_upwards(fs::read_symlink("/proc/self/exe", ignored).parent_path());
  search.add_environments_upwards(fs::current_path(ignored));
  return search.take();
}

}  // namespace warpmark::compiler
