#include "bench/compiler/nvrtc_library.hpp"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

// Entries of `folder` whose names start with `prefix`, last first: newer versions sort behind.
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

void add_libraries(const fs::path& folder, std::vector<fs::path>& candidates) {
  for (const auto& file : entries(folder, "libnvrtc.so")) candidates.push_back(file);
}

void add_toolkit(const fs::path& root, std::vector<fs::path>& candidates) {
  for (const char* part : {"lib64", "lib", "targets/x86_64-linux/lib"})
    add_libraries(root / part, candidates);
}

// PyPI's packages put their libraries below nvidia/<package>/lib.
void add_python_environment(const fs::path& environment, std::vector<fs::path>& candidates) {
  for (const auto& python : entries(environment / "lib", "python3"))
    for (const auto& package : entries(python / "site-packages" / "nvidia", ""))
      add_libraries(package / "lib", candidates);
}

void add_environments_upwards(fs::path folder, std::vector<fs::path>& candidates) {
  for (; !folder.empty(); folder = folder.parent_path()) {
    add_python_environment(folder / ".venv", candidates);
    if (folder == folder.root_path()) return;
  }
}

std::vector<fs::path> places() {
  std::vector<fs::path> candidates;
  if (const char* named = std::getenv("WARPMARK_NVRTC"); named != nullptr && *named != '\0')
    return {named};
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
    candidates.emplace_back(name);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable)) add_toolkit(root, candidates);
  for (const auto& root : entries("/usr/local", "cuda")) add_toolkit(root, candidates);
  if (const char* active = std::getenv("VIRTUAL_ENV")) add_python_environment(active, candidates);
  std::error_code ignored;
  add_environments_upwards(fs::read_symlink("/proc/self/exe", ignored).parent_path(), candidates);
  add_environments_upwards(fs::current_path(ignored), candidates);
  return candidates;
}

// The file that the loader really took: a bare name says little in `doctor`.
fs::path loaded_from(void* handle, const fs::path& asked) {
  Dl_info info{};
  void* symbol = dlsym(handle, "nvrtcVersion");
  if (symbol != nullptr && dladdr(symbol, &info) != 0 && info.dli_fname != nullptr)
    return info.dli_fname;
  return asked;
}

template <class Function>
void bind(void* handle, const fs::path& path, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr)
    throw compiler_unavailable(
        fmt::format("{} has no {}; NVRTC 12 or newer is needed", path.string(), name));
}

}  // namespace

nvrtc_library::nvrtc_library(void* handle, fs::path path)
    : handle_(handle), path_(std::move(path)) {
  result (*get_version)(int*, int*) = nullptr;
  bind(handle, path_, "nvrtcVersion", get_version);
  bind(handle, path_, "nvrtcCreateProgram", create_program);
  bind(handle, path_, "nvrtcDestroyProgram", destroy_program);
  bind(handle, path_, "nvrtcCompileProgram", compile_program);
  bind(handle, path_, "nvrtcAddNameExpression", add_name_expression);
  bind(handle, path_, "nvrtcGetLoweredName", get_lowered_name);
  bind(handle, path_, "nvrtcGetPTXSize", get_ptx_size);
  bind(handle, path_, "nvrtcGetPTX", get_ptx);
  bind(handle, path_, "nvrtcGetCUBINSize", get_cubin_size);
  bind(handle, path_, "nvrtcGetCUBIN", get_cubin);
  bind(handle, path_, "nvrtcGetProgramLogSize", get_log_size);
  bind(handle, path_, "nvrtcGetProgramLog", get_log);
  bind(handle, path_, "nvrtcGetErrorString", get_error_string);
  get_version(&major_, &minor_);
}

// NVRTC keeps threads and thread-local state of its own; unloading it has been seen to crash at
// exit.
nvrtc_library::~nvrtc_library() = default;

std::string nvrtc_library::version() const { return fmt::format("{}.{}", major_, minor_); }

namespace {

// NVRTC opens its library of built-in functions by name alone when it first compiles, which fails
// for a folder that the loader does not search. One that is loaded already is found by its name.
void preload_builtins(const fs::path& nvrtc) {
  for (const auto& file : entries(nvrtc.parent_path(), "libnvrtc-builtins.so"))
    dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

std::unique_ptr<nvrtc_library> open_nvrtc(const fs::path& wanted) {
  const auto candidates = wanted.empty() ? places() : std::vector<fs::path>{wanted};
  for (const auto& candidate : candidates)
    if (void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      auto library = std::make_unique<nvrtc_library>(handle, loaded_from(handle, candidate));
      preload_builtins(library->path());
      return library;
    }
  const std::string where = candidates.size() == 1
                                ? candidates.front().string() + " cannot be opened"
                                : "looked in the loader's path, $CUDA_HOME, $CUDA_PATH, "
                                  "/usr/local/cuda*, $VIRTUAL_ENV and .venv";
  throw compiler_unavailable(fmt::format(
      "no NVRTC: {}; `make setup` installs it, or set WARPMARK_NVRTC to libnvrtc.so", where));
}

}  // namespace warpmark::compiler
