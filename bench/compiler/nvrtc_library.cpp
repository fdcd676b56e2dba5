#include "bench/compiler/nvrtc_library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

#include <fmt/format.h>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

std::vector<toolkit_file> candidates_for(const fs::path& path) {
  if (!path.empty()) return {{"given", path}};
  if (const char* named = std::getenv("WARPMARK_NVRTC"); named != nullptr && *named != '\0')
    return {{"$WARPMARK_NVRTC", named}};
  return toolkit_libraries("libnvrtc.so", {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"});
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

std::unique_ptr<nvrtc_library> open_nvrtc(const fs::path& path,
                                          std::vector<nvrtc_attempt>* attempts) {
  const auto candidates = candidates_for(path);
  for (const auto& [origin, file] : candidates) {
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char* trouble = handle == nullptr ? dlerror() : nullptr;
    const fs::path opened = handle == nullptr ? file : loaded_from(handle, file);
    if (attempts != nullptr)
      attempts->push_back({origin, opened, trouble == nullptr ? "" : trouble});
    if (handle == nullptr) continue;
    auto library = std::make_unique<nvrtc_library>(handle, opened);
    preload_builtins(library->path());
    return library;
  }
  const std::string where = candidates.size() == 1
                                ? candidates.front().path.string() + " cannot be opened"
                                : "searched " + std::string(toolkit_places);
  throw compiler_unavailable(
      fmt::format("no NVRTC: {}; `pip install nvidia-cuda-nvrtc` installs it, or set "
                  "WARPMARK_NVRTC to libnvrtc.so; `warpmark doctor` shows what was tried",
                  where));
}

}  // namespace warpmark::compiler
