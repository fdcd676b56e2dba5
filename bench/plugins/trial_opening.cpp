#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/plugins/plugin_registry.hpp"

namespace warpmark::plugins {
namespace {

using namespace std::chrono_literals;

// Opening may load libraries of hundreds of megabytes.
constexpr auto patience = 60s;

// The status of a process that has tried; a plugin that ends the process has another.
constexpr int has_tried = 87;

// The status of the process when it has ended; empty if it has not in time.
std::optional<int> ended_in_time(pid_t process) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process) return status;
    if (ended < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waitpid");
    if (std::chrono::steady_clock::now() > deadline) return std::nullopt;
    std::this_thread::sleep_for(2ms);
  }
}

}  // namespace

void try_to_open(const std::string& path) {
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    try {
      registry_of(std::make_shared<const plugin_library>(path));
    } catch (...) {  // The parent will open it again, and say why.
    }
    _exit(has_tried);
  }
  const auto ended = ended_in_time(process);
  if (!ended) {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    throw usage_error(
        fmt::format("{}: it did not describe itself within {} s; expected a "
                    "description without measuring or waiting",
                    path, patience.count()));
  }
  const int status = *ended;
  if (WIFSIGNALED(status))
    throw usage_error(
        fmt::format("{}: it crashed while it was opened: {}", path, strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != has_tried)
    throw usage_error(fmt::format("{}: it ended the program while it was opened, with status {}",
                                  path, WEXITSTATUS(status)));
}

}  // namespace warpmark::plugins
