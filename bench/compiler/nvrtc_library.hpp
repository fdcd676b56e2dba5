#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

/// A file that open_nvrtc() tried to open: why it was tried, and what the loader said.
struct nvrtc_attempt {
  std::string origin;
  std::filesystem::path path;
  std::string trouble;  ///< Empty if it was opened.
};

/// Opens NVRTC. Tries only `path` if that is not empty; else only $WARPMARK_NVRTC if that is set;
/// else the places of toolkit_search.hpp, where the loader's names are libnvrtc.so.13 and .12. All
/// it tried is appended to `attempts`. Throws compiler_unavailable with the searched places.
std::unique_ptr<nvrtc_library> open_nvrtc(const std::filesystem::path& path = {},
                                          std::vector<nvrtc_attempt>* attempts = nullptr);

}  // namespace warpmark::compiler
