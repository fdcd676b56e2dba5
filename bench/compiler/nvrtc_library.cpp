#include "bench/compiler/nvrtc_library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

#include <fmt/format.h>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/toolkit_files.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> places() {
  if (const char* named = std::getenv("WARPMARK_NVRTC"); named != nullptr && *named != '\0')
    return {named};
  std::vector<fs::path> candidates;
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
    candidates.emplace_back(name);
  for (auto& file : toolkit_files("libnvrtc.so")) candidates.push_back(std::move(file));
  return candidates;
}

// The path of the loaded file, since `doctor` shows it.
fs::path loaded_from(void* handle, const fs::path& requested) {
  Dl_info info{};
  void* symbol = dlsym(handle, "nvrtcVersion");
  if (symbol != nullptr && dladdr(symbol, &info) != 0 && info.dli_fname != nullptr)
    return info.dli_fname;
  return requested;
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

// NVRTC keeps threads and thread-local state; unloading it can crash at exit.
nvrtc_library::~nvrtc_library() = default;

std::string nvrtc_library::version() const { return fmt::format("{}.{}", major_, minor_); }

namespace {

// NVRTC opens its library of built-in functions by file name at its first compilation, which fails
// if the loader does not search the folder. A library that is already loaded is found by name.
void preload_builtins(const fs::path& nvrtc) {
  for (const auto& file : files_of(nvrtc.parent_path(), "libnvrtc-builtins.so"))
    dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

std::unique_ptr<nvrtc_library> open_nvrtc(const fs::path& path) {
  const auto candidates = path.empty() ? places() : std::vector<fs::path>{path};
  for (const auto& candidate : candidates)
    if (void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      auto library = std::make_unique<nvrtc_library>(handle, loaded_from(handle, candidate));
      preload_builtins(library->path());
      return library;
    }
  const std::string where = candidates.size() == 1
                                ? candidates.front().string() + " cannot be opened"
                                : "searched the loader's path, " + std::string(toolkit_places);
  throw compiler_unavailable(fmt::format(
      "no NVRTC: {}; `make setup` installs it, or set WARPMARK_NVRTC to libnvrtc.so", where));
}

}  // namespace warpmark::compiler
