#include "ci/gate/sides/removed_at_signals.hpp"

#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace warpmark::gate {
namespace {

int wake_up[2] = {-1, -1};  // Writing to a pipe is async-signal-safe.

void pass_on(int number) {
  const auto byte = static_cast<char>(number);
  static_cast<void>(!::write(wake_up[1], &byte, 1));
}

// Waits in a thread for a signal, removes the folders, and then lets the signal end the program.
class folder_remover {
 public:
  folder_remover() {
    if (::pipe2(wake_up, O_CLOEXEC) != 0) return;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction before {};
      ::sigaction(number, nullptr, &before);
      if (before.sa_handler == SIG_DFL) ::signal(number, pass_on);
    }
    std::thread([this] { wait(); }).detach();
  }

  void add(const std::filesystem::path& folder) {
    const std::scoped_lock lock(mutex_);
    folders_.insert(folder);
  }

  void drop(const std::filesystem::path& folder) {
    const std::scoped_lock lock(mutex_);
    folders_.erase(folder);
  }

 private:
  void wait() {
    char number = 0;
    while (::read(wake_up[0], &number, 1) != 1) {
    }
    const std::scoped_lock lock(mutex_);  // Held to the end: no folder is created any more.
    std::error_code ignored;
    for (const auto& folder : folders_) std::filesystem::remove_all(folder, ignored);
    ::signal(number, SIG_DFL);
    ::kill(::getpid(), number);
    ::pause();
  }

  std::mutex mutex_;
  std::set<std::filesystem::path> folders_;
};

// Never destroyed: its thread may be at work until the program has ended.
folder_remover& remover() {
  static auto* const only = new folder_remover;
  return *only;
}

}  // namespace

void remove_at_signals(const std::filesystem::path& folder) { remover().add(folder); }

void keep_at_signals(const std::filesystem::path& folder) { remover().drop(folder); }

}  // namespace warpmark::gate
