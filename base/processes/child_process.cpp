#include "base/processes/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "base/processes/unnamed_file.hpp"

extern char** environ;

namespace warpmark::processes {
namespace {

std::string all_of(std::FILE* file) {
  std::string text;
  char part[1 << 16];
  std::rewind(file);
  while (const std::size_t count = std::fread(part, 1, sizeof part, file)) text.append(part, count);
  return text;
}

int exit_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Nothing if it has not ended, which only WNOHANG allows.
std::optional<int> reaped(pid_t child, int options) {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, options);
    if (ended == child) return exit_status(status);
    if (ended == 0) return std::nullopt;
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
}

std::optional<int> reaped_within(pid_t child, std::chrono::milliseconds limit) {
  constexpr std::chrono::milliseconds pause(2);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    if (const auto status = reaped(child, WNOHANG)) return status;
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

// Asks it to end first: ssh ends what it has started.
int end(pid_t child) {
  constexpr std::chrono::milliseconds grace(1000);
  kill(child, SIGTERM);
  if (const auto status = reaped_within(child, grace)) return *status;
  kill(child, SIGKILL);
  return *reaped(child, 0);
}

}  // namespace

child_outcome run_child(const std::vector<std::string>& words, const std::string& input,
                        std::optional<std::chrono::milliseconds> limit) {
  const unnamed_file in = make_unnamed_file(), out = make_unnamed_file(),
                     errors = make_unnamed_file();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0)
    throw std::system_error(errno, std::generic_category(), "a temporary file");
  std::rewind(in.get());
  std::vector<char*> pointers;
  pointers.reserve(words.size());
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), 2);
  pid_t child = 0;
  const int trouble =
      posix_spawnp(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (trouble == ENOENT || trouble == EACCES)
    return {.status = 127, .errors = words.front() + " not found in PATH"};
  if (trouble != 0)
    throw std::system_error(trouble, std::generic_category(), "cannot start " + words.front());

  const auto status = limit ? reaped_within(child, *limit) : reaped(child, 0);
  const bool timed_out = !status;
  return {.status = timed_out ? end(child) : *status,
          .out = all_of(out.get()),
          .errors = all_of(errors.get()),
          .timed_out = timed_out};
}

}  // namespace warpmark::processes
