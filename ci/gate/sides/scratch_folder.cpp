#include "ci/gate/sides/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "ci/gate/sides/removed_at_signals.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// Long enough to avoid collisions with a user's own folders.
constexpr std::string_view prefix = "warpmark-gate-scratch-";

int open_folder(const fs::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool is_same_file(int descriptor, const fs::path& path) {
  struct stat here {
  }, there{};
  return ::fstat(descriptor, &here) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

// Removes folders whose owner has ended. A running owner holds the lock, in any PID namespace.
void remove_stale_folders(const fs::path& below) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(below, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const int folder = open_folder(entry.path());
    if (folder < 0) continue;
    struct stat found {};
    if (::fstat(folder, &found) == 0 && found.st_uid == ::geteuid() &&
        ::flock(folder, LOCK_EX | LOCK_NB) == 0)
      fs::remove_all(entry.path(), ignored);
    ::close(folder);
  }
}

[[noreturn]] void fail(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), "cannot make the folder " + name);
}

}  // namespace

scratch_folder::scratch_folder() {
  const fs::path below = fs::temp_directory_path();
  remove_stale_folders(below);
  // Another process may remove the new folder as stale before it is locked; then retry.
  for (;;) {
    std::string name = (below / (std::string(prefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) fail(name);
    lock_ = open_folder(name);
    if (lock_ >= 0 && ::flock(lock_, LOCK_EX) == 0 && is_same_file(lock_, name)) {
      path_ = fs::canonical(name);
      break;
    }
    if (lock_ < 0 && errno != ENOENT) fail(name);
    if (lock_ >= 0) ::close(lock_);
  }
  remove_at_signals(path_);
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  keep_at_signals(path_);
  ::close(lock_);
}

}  // namespace warpmark::gate
