#include "base/processes/limited_child.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "base/processes/process_tree.hpp"
#include "base/processes/unnamed_file.hpp"

namespace warpmark::processes {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

constexpr double max_wait_ratio = 5;

// More of a log is of no use in a message.
constexpr std::size_t max_output_bytes = std::size_t{1} << 20;

// In the child after fork: only async-signal-safe calls.
[[noreturn]] void become(char* const* words, const char* folder, int output, pid_t parent,
                         std::uint64_t file_bytes) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // The parent died before prctl.
  const rlimit file_limit{file_bytes, file_bytes}, no_core{0, 0};
  ::setrlimit(RLIMIT_FSIZE, &file_limit);
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int input = ::open("/dev/null", O_RDONLY);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (*folder == '\0' || ::chdir(folder) == 0) ::execv(words[0], words);
  ::_exit(127);
}

// Whether a limit is reached.
child_end exceeded(pid_t child, const child_limits& limits, clock::time_point begin) {
  if (limits.abandoned && limits.abandoned()) return child_end::abandoned;
  const tree_usage used = usage_of_tree(child);
  const double limit_s = limits.seconds();
  const std::chrono::duration<double> elapsed = clock::now() - begin;
  if (used.processor_seconds > limit_s || elapsed.count() > max_wait_ratio * limit_s)
    return child_end::time;
  return used.resident_bytes > limits.memory_bytes ? child_end::memory : child_end::none;
}

int reap(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Leaves the child to be reaped.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

std::string begin_of(std::FILE* file) {
  std::string text(max_output_bytes, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace

limited_outcome run_limited(const std::vector<std::string>& words, const child_limits& limits,
                            const std::filesystem::path& folder) {
  const unnamed_file output = make_unnamed_file();
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  const auto begin = clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0)
    become(pointers.data(), folder.c_str(), fileno(output.get()), parent, limits.file_bytes);
  limited_outcome outcome;
  for (auto pause = 1ms; !has_ended(child); pause = std::min(2 * pause, 20ms)) {
    outcome.ended = exceeded(child, limits, begin);
    if (outcome.ended != child_end::none) {
      kill_tree(child);
      break;
    }
    std::this_thread::sleep_for(pause);
  }
  outcome.status = reap(child);
  outcome.output = begin_of(output.get());
  return outcome;
}

}  // namespace warpmark::processes
