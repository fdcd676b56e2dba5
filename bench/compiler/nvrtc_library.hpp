#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace warpmark::compiler {

/// NVRTC's functions, found at run time; nothing is linked. Signatures as in nvrtc.h of CUDA 12
/// and 13.
class nvrtc_library {
 public:
  using result = int;  ///< 0 is success.
  using program = struct opaque_program*;

  nvrtc_library(void* handle, std::filesystem::path path);
  ~nvrtc_library();
  nvrtc_library(const nvrtc_library&) = delete;
  nvrtc_library& operator=(const nvrtc_library&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int major() const { return major_; }
  int minor() const { return minor_; }
  std::string version() const;

  result (*create_program)(program*, const char* source, const char* name, int header_count,
                           const char* const* headers, const char* const* include_names) = nullptr;
  result (*destroy_program)(program*) = nullptr;
  result (*compile_program)(program, int option_count, const char* const* options) = nullptr;
  result (*add_name_expression)(program, const char* expression) = nullptr;
  result (*get_lowered_name)(program, const char* expression, const char** lowered) = nullptr;
  result (*get_ptx_size)(program, std::size_t*) = nullptr;
  result (*get_ptx)(program, char*) = nullptr;
  result (*get_cubin_size)(program, std::size_t*) = nullptr;
  result (*get_cubin)(program, char*) = nullptr;
  result (*get_log_size)(program, std::size_t*) = nullptr;
  result (*get_log)(program, char*) = nullptr;
  const char* (*get_error_string)(result) = nullptr;

 private:
  void* handle_;
  std::filesystem::path path_;
  int major_ = 0;
  int minor_ = 0;
};

/// Opens NVRTC. Tries only `path` if that is not empty; else $WARPMARK_NVRTC, the dynamic
/// loader's names (libnvrtc.so.13, .12), $CUDA_HOME, $CUDA_PATH, /usr/local/cuda*, and the package
/// nvidia-cuda-nvrtc in $VIRTUAL_ENV or in a .venv at or above the program's and the current
/// folder. Throws compiler_unavailable with the searched places.
std::unique_ptr<nvrtc_library> open_nvrtc(const std::filesystem::path& path = {});

}  // namespace warpmark::compiler
