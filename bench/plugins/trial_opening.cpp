#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/plugins/plugin_library.hpp"

namespace warpmark::plugins {
namespace {

using namespace std::chrono_literals;

// Opening may load libraries of hundreds of megabytes.
constexpr auto patience = 60s;

// Whether the process has ended, and how, by then.
bool ended_in_time(pid_t process, int& status) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(2ms);
  }
  return true;
}

}  // namespace

void try_to_open(const std::string& path) {
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    try {
      const plugin_library opened(path);
    } catch (...) {  // This process will open it again, and say why.
    }
    _exit(0);
  }
  int status = 0;
  if (!ended_in_time(process, status)) {
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
    throw usage_error(
        fmt::format("{}: it did not describe itself within {} s; expected a "
                    "description without measuring or waiting",
                    path, patience.count()));
  }
  if (WIFSIGNALED(status))
    throw usage_error(
        fmt::format("{}: it crashed while it was opened: {}", path, strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != 0)
    throw usage_error(fmt::format("{}: it ended the program while it was opened, with status {}",
                                  path, WEXITSTATUS(status)));
}

}  // namespace warpmark::plugins
