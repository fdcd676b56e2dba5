// The child's side of a compile process.

#include <csignal>
#include <memory>
#include <optional>
#include <sys/resource.h>

#include <fmt/format.h>

#include "base/processes/confinement.hpp"
#include "base/processes/process_memory.hpp"
#include "bench/compiler/compile_process.hpp"
#include "bench/compiler/compile_wire.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/compiler/nvrtc_program.hpp"

namespace warpmark::compiler {
namespace {

using namespace std::chrono_literals;

// The maximum size of a kernel and of a compiler log in an answer. A log of template errors can be
// very large, and a kernel can contain an array of any size.
constexpr std::size_t max_kernel_bytes = std::size_t{256} << 20;
constexpr std::size_t max_log_bytes = std::size_t{1} << 20;
constexpr std::size_t max_error_bytes = std::size_t{4} << 10;

std::string shortened(std::string text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  text.resize(max_bytes);
  return text + " [cut]";
}

void require_acceptable_size(const compile_request& request, const compiled_kernel& kernel) {
  const std::size_t bytes = kernel.ptx.size() + kernel.cubin.size();
  if (bytes > max_kernel_bytes)
    throw compile_error(
        fmt::format("{}: '{}': {} bytes of PTX and machine code; at most {} are accepted",
                    request.name, request.expression, bytes, max_kernel_bytes),
        "", compile_failure::out_of_memory);
}

frame_channel::frame answer_to(const compile_request& request, const nvrtc_library& nvrtc,
                               const header_index& own_headers) {
  try {
    compiled_kernel kernel = compile_program(nvrtc, request, own_headers);
    require_acceptable_size(request, kernel);
    return answer_of(kernel);
  } catch (const compile_error& error) {
    return answer_of(compile_error(shortened(error.what(), max_error_bytes),
                                   shortened(error.log, max_log_bytes), error.failure));
  } catch (const compiler_unavailable& error) {
    return answer_of(compile_error(error.what(), ""));
  }
}

// No core file after a crash of the compiler; the parent reports the signal.
void crash_quietly() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::signal(SIGSEGV, SIG_DFL);
}

// Confines reads to the needs of NVRTC: its library, its headers, and the system's libraries and
// their settings.
void confine(const nvrtc_library& nvrtc) {
  std::vector<std::filesystem::path> folders = {
      nvrtc.path().parent_path(), "/usr", "/lib", "/lib64", "/dev", "/sys/devices/system"};
  for (const auto& option : toolkit_include_options(nvrtc.path()))
    folders.emplace_back(option.substr(2));  // The folder of "-I".
  processes::confine_to_reading(folders);
}

}  // namespace

void serve_compilations(int socket) {
  crash_quietly();
  processes::end_first_without_memory();
  frame_channel channel(socket);
  try {
    std::optional<compile_setup> setup;
    std::optional<header_index> own_headers;
    std::unique_ptr<nvrtc_library> nvrtc;
    for (;;) {
      const auto message = channel.receive(1h);
      if (!message) continue;
      if (!setup) {
        setup = setup_of_frame(*message);
        own_headers.emplace(setup->headers);
        nvrtc = open_nvrtc(setup->nvrtc);
        if (setup->confined) confine(*nvrtc);
      } else {
        channel.send(answer_to(request_of_frame(*message), *nvrtc, *own_headers));
      }
    }
  } catch (const processes::channel_closed&) {
    // The parent has closed the channel or exited.
  }
}

}  // namespace warpmark::compiler
