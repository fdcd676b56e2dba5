#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/processes/frame_channel.hpp"
#include "base/processes/socket_process.hpp"
#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// The limit of a compilation in seconds. Evaluated repeatedly while it runs, so it may change.
using time_limit = std::function<double()>;

/// The subcommand of `warpmark` that runs serve_compilations().
inline constexpr const char* compile_process_verb = "compile-worker";

/// A child process that compiles kernels one by one, and can be stopped during a compilation; NVRTC
/// in this process could not.
class compile_process {
 public:
  /// `program` supports compile_process_verb; `headers` are those that sources may include;
  /// `confined` is that of compiler_options. Throws std::system_error.
  compile_process(const std::filesystem::path& program, const std::filesystem::path& nvrtc,
                  const std::vector<header_text>& headers, bool confined = false);

  /// As compile_program(). Throws compile_error also if a limit is reached, the process dies or
  /// `abandoned` becomes true: this process cannot be used again then.
  compiled_kernel compile(const compile_request& request, const time_limit& seconds,
                          std::size_t memory_bytes, const std::atomic<bool>& abandoned);

 private:
  processes::socket_process process_;
  processes::frame_channel channel_;
};

/// The main loop of such a process: answers requests until the channel is closed.
void serve_compilations(int socket);

}  // namespace warpmark::compiler
