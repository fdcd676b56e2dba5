#include "base/processes/socket_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace warpmark::processes {
namespace {

using namespace std::chrono_literals;

// For a process that has closed its channel and may be exiting.
constexpr auto grace = 2s;

// A driver may have to end a kernel and free device memory before a process can exit.
constexpr auto patience_with_the_driver = 20s;

[[noreturn]] void fail(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

// In the child after fork: only async-signal-safe calls.
[[noreturn]] void become(int socket, pid_t parent, char* const* words) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // The parent died before prctl.
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGTERM, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // A cache that cannot grow only costs time.
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (socket == channel_socket)
    ::fcntl(socket, F_SETFD, 0);
  else
    ::dup2(socket, channel_socket);
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

socket_process::socket_process(const std::vector<std::string>& command) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  std::vector<char*> words;
  words.reserve(command.size());
  for (const std::string& text : command) words.push_back(const_cast<char*>(text.c_str()));
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    fail("fork");
  }
  if (id_ == 0) become(ends[1], parent, words.data());
  ::close(ends[1]);
  socket_ = ends[0];
}

socket_process::~socket_process() {
  if (socket_ >= 0) ::close(socket_);
  kill();
  ending();
}

void socket_process::kill() {
  if (!reaped_) ::kill(id_, SIGKILL);
}

bool socket_process::reap_within(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  auto pause = 100us;
  while (!reaped_) {
    const pid_t found = ::waitpid(id_, &status_, WNOHANG);
    if (found == id_ || (found < 0 && errno != EINTR)) {
      reaped_ = true;
    } else if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    } else {
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, 5000us);
    }
  }
  return true;
}

std::string socket_process::ending() {
  if (!stuck_ && !reap_within(grace)) {
    kill();
    stuck_ = !reap_within(patience_with_the_driver);
  }
  if (!reaped_) return "stuck after it was killed";
  if (WIFSIGNALED(status_))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status_),
                       ::strsignal(WTERMSIG(status_)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
}

bool socket_process::ended_well() {
  ending();
  return reaped_ && WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
}

}  // namespace warpmark::processes
