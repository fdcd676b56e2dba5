#include "bench/compiler/toolkit_search.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  if (const char* value = std::getenv(variable)) {
    std::istringstream parts{std::string(value)};
    for (std::string part; std::getline(parts, part, ':');)
      if (!part.empty()) folders.emplace_back(part);
  }
  return folders;
}

bool has_part_of_toolkit(const fs::path& folder) {
  const char* parts[] = {"lib", "lib64", "include", "bin", "targets"};
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](const char* part) { return is_folder(folder / part); });
}

class root_list {
 public:
  void add(const std::string& origin, const fs::path& folder) {
    std::error_code ignored;
    const fs::path real = fs::canonical(folder, ignored);
    if (!has_part_of_toolkit(real) || std::find(seen_.begin(), seen_.end(), real) != seen_.end())
      return;
    seen_.push_back(real);
    found_.push_back({origin, folder});
  }

  // PyPI's packages have a folder each (nvidia/cuda_nvrtc) or share one (nvidia/cu13).
  void add_packages(const fs::path& site_packages) {
    auto packages = files_of(site_packages / "nvidia", "");
    // Packages of CUDA 13 and later first, newest first.
    std::stable_partition(packages.begin(), packages.end(), [](const fs::path& package) {
      return package.filename().string().starts_with("cu1");
    });
    for (const auto& package : packages) add("site-packages", package);
  }

  void add_prefix(const fs::path& prefix) {
    for (const char* lib : {"lib", "lib64", "local/lib"})
      for (const auto& python : files_of(prefix / lib, "python3"))
        for (const char* packages : {"site-packages", "dist-packages"})
          add_packages(python / packages);
  }

  std::vector<toolkit_root> take() { return std::move(found_); }

 private:
  std::vector<toolkit_root> found_;
  std::vector<fs::path> seen_;
};

// Of the Python that started this program, of the active environment, of the environment that the
// program is installed in, and of .venv at or above the program and the working folder.
void add_python_packages(root_list& roots) {
  for (const auto& folder : folders_in(site_packages_variable)) roots.add_packages(folder);
  for (const auto& environment : folders_in("VIRTUAL_ENV")) roots.add_prefix(environment);
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& start : {program, fs::current_path(ignored)})
    for (fs::path folder = start; folder != folder.root_path(); folder = folder.parent_path()) {
      if (folder.filename() == "site-packages") roots.add_packages(folder);
      if (folder.filename() == "bin" && start == program) roots.add_prefix(folder.parent_path());
      roots.add_prefix(folder / ".venv");
    }
}

// The active one, else the one that the program or its Python belongs to.
void add_conda_environments(root_list& roots) {
  for (const auto& folder : folders_in("CONDA_PREFIX")) roots.add("$CONDA_PREFIX", folder);
  std::error_code ignored;
  std::vector<fs::path> starts = {fs::read_symlink("/proc/self/exe", ignored)};
  for (const auto& python : folders_in("WARPMARK_PYTHON")) starts.push_back(python);
  for (const auto& start : starts)
    for (fs::path folder = start; folder != folder.root_path(); folder = folder.parent_path())
      if (is_folder(folder / "conda-meta")) roots.add("conda environment", folder);
}

std::vector<fs::path> library_folders(const fs::path& root) {
  std::vector<fs::path> folders = {root / "lib64", root / "lib"};
  for (const auto& target : files_of(root / "targets", "")) folders.push_back(target / "lib");
  return folders;
}

std::vector<fs::path> header_folders(const fs::path& root) {
  std::vector<fs::path> folders = {root / "include"};
  for (const auto& target : files_of(root / "targets", "")) folders.push_back(target / "include");
  return folders;
}

// 12 of "#define CUDART_VERSION  12040"; 0 if the folder has no such header.
int major_of_headers(const fs::path& folder) {
  std::ifstream header(folder / "cuda_runtime_api.h");
  constexpr std::string_view macro = "#define CUDART_VERSION";
  for (std::string line; std::getline(header, line);) {
    if (!line.starts_with(macro)) continue;
    const auto digits = line.find_first_of("0123456789", macro.size());
    int version = 0;
    if (digits != std::string::npos)
      std::from_chars(line.data() + digits, line.data() + line.size(), version);
    return version / 1000;
  }
  return 0;
}

// 12 of "libnvrtc.so.12.4.127"; 0 if the name has none.
int major_of_library(const fs::path& library) {
  std::error_code ignored;
  const std::string name = fs::weakly_canonical(library, ignored).filename().string();
  constexpr std::string_view ending = ".so.";
  const auto at = name.find(ending);
  int major = 0;
  if (at != std::string::npos)
    std::from_chars(name.data() + at + ending.size(), name.data() + name.size(), major);
  return major;
}

bool has_cccl(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "cuda" / "std" / "version", ignored);
}

// What to search for the headers of an NVRTC: what it was installed with, then all roots.
std::vector<toolkit_root> roots_around(const fs::path& nvrtc) {
  root_list roots;
  fs::path at = nvrtc.parent_path();
  for (int up = 0; up < 4 && at != at.root_path(); ++up) {
    at = at.parent_path();
    if (at.filename() == "nvidia") {  // packages of one Python environment
      for (const auto& package : files_of(at, "")) roots.add("beside NVRTC", package);
      break;
    }
    if (is_folder(at / "include")) roots.add("beside NVRTC", at);
  }
  for (auto [environment, installed] = find_toolkit_roots();
       const auto* list : {&environment, &installed})
    for (const auto& root : *list) roots.add(root.origin, root.folder);
  return roots.take();
}

}  // namespace

std::vector<fs::path> files_of(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    return strverscmp(a.filename().c_str(), b.filename().c_str()) > 0;
  });
  return found;
}

toolkit_roots find_toolkit_roots() {
  root_list first;
  add_python_packages(first);
  add_conda_environments(first);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    for (const auto& folder : folders_in(variable)) first.add(std::string("$") + variable, folder);
  root_list last;
  for (const auto& folder : files_of("/usr/local", "cuda")) last.add(folder.string(), folder);
  return {first.take(), last.take()};
}

std::vector<toolkit_file> toolkit_libraries(std::string_view prefix,
                                            const std::vector<std::string>& loader_names) {
  const auto [environment, installed] = find_toolkit_roots();
  std::vector<toolkit_file> found;
  const auto add = [&](const std::vector<toolkit_root>& roots) {
    for (const auto& root : roots)
      for (const auto& folder : library_folders(root.folder))
        for (const auto& file : files_of(folder, prefix)) found.push_back({root.origin, file});
  };
  add(environment);
  for (const auto& name : loader_names) found.push_back({"the system's loader", name});
  add(installed);
  return found;
}

std::vector<toolkit_file> toolkit_programs(std::string_view name) {
  const auto [environment, installed] = find_toolkit_roots();
  std::vector<toolkit_file> found;
  const auto add = [&](const std::string& origin, const fs::path& folder) {
    if (const fs::path file = folder / name; access(file.c_str(), X_OK) == 0)
      found.push_back({origin, file});
  };
  for (const auto& root : environment) add(root.origin, root.folder / "bin");
  for (const auto& folder : folders_in("PATH")) add("$PATH", folder);
  for (const auto& root : installed) add(root.origin, root.folder / "bin");
  return found;
}

// CCCL of a toolkit of another major version is not taken either: it may need a newer compiler.
std::vector<toolkit_file> toolkit_headers(const fs::path& nvrtc) {
  const int major = major_of_library(nvrtc);
  std::vector<toolkit_file> runtime, cccl;
  for (const auto& root : roots_around(nvrtc))
    for (const auto& folder : header_folders(root.folder)) {
      const int found = major_of_headers(folder);  // 0: other headers
      if (found != 0 && major != 0 && found != major) continue;
      if (found != 0 && runtime.empty()) runtime.push_back({root.origin, folder});
      for (const auto& place : {folder / "cccl", folder})
        if (cccl.empty() && has_cccl(place)) cccl.push_back({root.origin, place});
    }
  for (auto& each : cccl)
    if (runtime.empty() || each.path != runtime.front().path) runtime.push_back(std::move(each));
  return runtime;
}

}  // namespace warpmark::compiler
