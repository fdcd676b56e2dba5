#include "base/processes/child_process.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace warpmark::processes {
namespace {

// The child's output goes to unnamed files: pipes would have to be polled.
struct file_closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using unnamed_file = std::unique_ptr<std::FILE, file_closer>;

unnamed_file make_unnamed_file() {
  unnamed_file file(std::tmpfile());
  if (!file) throw std::system_error(errno, std::generic_category(), "a temporary file");
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string all_of(std::FILE* file) {
  std::string text;
  char part[1 << 16];
  std::rewind(file);
  while (const std::size_t count = std::fread(part, 1, sizeof part, file)) text.append(part, count);
  return text;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

child_outcome run_child(const std::vector<std::string>& words, const std::string& input) {
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

  const int status = wait_for(child);
  return {.status = status, .out = all_of(out.get()), .errors = all_of(errors.get())};
}

}  // namespace warpmark::processes
