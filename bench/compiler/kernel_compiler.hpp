#pragma once

#include <cstddef>
#include <filesystem>
#include <future>
#include <memory>
#include <string>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

using kernel_handle = std::shared_ptr<const compiled_kernel>;

struct compiler_options {
  std::filesystem::path cache_folder = {};  ///< Empty: default_cache_folder().
  bool use_cache = true;
  std::size_t threads = 0;                     ///< 0: one per hardware thread.
  std::filesystem::path library_path = {};     ///< Empty: search for libnvrtc as find_nvrtc() says.
};

/// What was done since construction.
struct compiler_statistics {
  std::size_t compiled = 0;
  std::size_t from_cache = 0;
  std::size_t failed = 0;
};

/// A pool of threads that compile ahead of whoever needs the kernels, over a disk cache.
class kernel_compiler {
 public:
  /// Throws compiler_unavailable if NVRTC cannot be opened.
  explicit kernel_compiler(compiler_options options = {});
  ~kernel_compiler();  ///< Abandons requests that have not started.
  kernel_compiler(const kernel_compiler&) = delete;
  kernel_compiler& operator=(const kernel_compiler&) = delete;

  /// Queues a compilation. Equal requests share one future. get() throws compile_error.
  std::shared_future<kernel_handle> submit(const compile_request& request);

  /// submit(request).get()
  kernel_handle compile(const compile_request& request);

  compiler_statistics statistics() const;
  std::string version() const;  ///< "13.0"

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// "$XDG_CACHE_HOME/warpmark/kernels", or below "$HOME/.cache".
std::filesystem::path default_cache_folder();

}  // namespace warpmark::compiler
