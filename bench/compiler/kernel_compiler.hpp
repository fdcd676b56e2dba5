#pragma once

#include <cstddef>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "bench/compiler/compile_process.hpp"
#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

using kernel_handle = std::shared_ptr<const compiled_kernel>;

struct compiler_options {
  std::vector<header_text> headers = {};
  std::filesystem::path cache_folder = {};  ///< Empty: default_cache_folder().
  bool use_cache = true;
  std::size_t threads = 0;                  ///< 0: one per hardware thread.
  std::filesystem::path library_path = {};  ///< Empty: searched for, see open_nvrtc().

  /// A program that supports compile_process_verb. Kernels are compiled in its processes, one per
  /// thread, under `limits`. Empty: in this process, where a compilation cannot be stopped.
  std::filesystem::path program = {};
  compile_limits limits = {};

  /// Whether such a process may only read the toolkit's files, if the operating system supports it:
  /// for untrusted sources.
  bool confined = false;
};

/// The urgency of a request: a kernel that is waited for, or one that may be needed later and is
/// compiled when threads are idle.
enum class compile_urgency { now, ahead };

/// Counts since construction.
struct compiler_statistics {
  std::size_t compiled = 0;
  std::size_t from_cache = 0;
  std::size_t failed = 0;
};

/// A thread pool that compiles kernels in advance, with a disk cache.
class kernel_compiler {
 public:
  /// NVRTC is opened when it is first needed, which kernels given as PTX never do; functions that
  /// need it throw compiler_unavailable.
  explicit kernel_compiler(compiler_options options = {});
  ~kernel_compiler();  ///< Abandons requests that have not started, and stops compile processes.
  kernel_compiler(const kernel_compiler&) = delete;
  kernel_compiler& operator=(const kernel_compiler&) = delete;

  /// Queues a compilation. Equal requests share one future, and are have the highest urgency among
  /// them. `seconds` replaces the options' limit if this is the first request for the kernel. get()
  /// throws compile_error.
  std::shared_future<kernel_handle> submit(const compile_request& request,
                                           compile_urgency urgency = compile_urgency::now,
                                           time_limit seconds = {});

  /// submit(request).get()
  kernel_handle compile(const compile_request& request);

  compiler_statistics statistics() const;
  bool has_nvrtc() const;       ///< Whether NVRTC can be opened.
  std::string version() const;  ///< "13.0"
  std::filesystem::path library_path() const;

  /// The NVRTC options that every compilation for `architecture` gets.
  std::vector<std::string> standard_options(const std::string& architecture) const;

  /// Why compiled kernels are not cached; empty if they are.
  std::string cache_trouble() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// "-I…" for the toolkit's headers that belong to that NVRTC, see toolkit_headers().
std::vector<std::string> toolkit_include_options(const std::filesystem::path& library);

/// "$XDG_CACHE_HOME/warpmark/kernels", or below "$HOME/.cache"; empty if neither is set to an
/// absolute path: then no kernel is cached.
std::filesystem::path default_cache_folder();

/// The text of cache_trouble() in that case.
inline constexpr const char* no_cache_folder =
    "neither XDG_CACHE_HOME nor HOME is set to an absolute path";

}  // namespace warpmark::compiler
