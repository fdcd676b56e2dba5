#include "bench/compiler/compile_process.hpp"

#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/processes/process_memory.hpp"
#include "bench/compiler/compile_wire.hpp"

namespace warpmark::compiler {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

// Between two checks of the limits.
constexpr auto pause = 20ms;

// The limit is on CPU time, so that compilations do not fail on a busy machine. A compilation that
// waits for something else is stopped after this multiple of the limit in wall time.
constexpr double max_wait_ratio = 5;

// "x.cuh: 'reduce<256>'": the subject of a message.
std::string subject_of(const compile_request& request) {
  return fmt::format("{}: '{}'", request.name, request.expression);
}

}  // namespace

compile_process::compile_process(const std::filesystem::path& program,
                                 const std::filesystem::path& nvrtc,
                                 const std::vector<header_text>& headers, bool confined)
    : process_({program.string(), compile_process_verb}), channel_(process_.take_socket()) {
  try {
    channel_.send(to_frame(compile_setup{nvrtc.string(), headers, confined}));
  } catch (const processes::channel_closed&) {
    // compile() also detects it, and reports how the process ended.
  }
}

compiled_kernel compile_process::compile(const compile_request& request, const time_limit& seconds,
                                         std::size_t memory_bytes,
                                         const std::atomic<bool>& abandoned) {
  const auto begin = clock::now();
  const double processor_begin_s = processes::processor_seconds(process_.id()).value_or(0);
  const auto fail = [&](const std::string& why, compile_failure failure) {
    process_.kill();
    throw compile_error(fmt::format("{}: {}", subject_of(request), why), "", failure);
  };
  try {
    channel_.send(to_frame(request));
    for (;;) {
      if (const auto answer = channel_.receive(pause)) return kernel_of_answer(*answer);
      const double limit_s = seconds();
      const double processor_s =
          processes::processor_seconds(process_.id()).value_or(0) - processor_begin_s;
      const std::chrono::duration<double> elapsed = clock::now() - begin;
      if (processor_s > limit_s || elapsed.count() > max_wait_ratio * limit_s)
        fail(fmt::format("the compilation took longer than {:.3g} s (--compile-limit)", limit_s),
             compile_failure::timed_out);
      if (processes::resident_bytes(process_.id()).value_or(0) > memory_bytes)
        fail(fmt::format("the compilation took more memory than {} (--compile-memory)",
                         input::size_text(memory_bytes)),
             compile_failure::out_of_memory);
      if (abandoned) fail("the compilation was abandoned", compile_failure::timed_out);
    }
  } catch (const processes::channel_closed&) {
    fail("the compiler was " + process_.ending(), compile_failure::crashed);
  }
  return {};
}

}  // namespace warpmark::compiler
