#include "base/source_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <linux/openat2.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view compiled_root = "/warpmark-gate/";

class descriptor {
 public:
  explicit descriptor(int number) : number_(number) {}
  ~descriptor() {
    if (number_ >= 0) close(number_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw usage_error(fmt::format("{}: {}", name, why));
}

// On case-insensitive file systems ".GIT" is the same folder.
bool is_git_folder(const fs::path& part) {
  std::string text = part.string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char character) {
    return static_cast<char>(std::tolower(character));
  });
  return text == ".git";
}

// Opens a file so that no part of its path, including symbolic links, leaves the folder. Without
// openat2 (Linux before 5.6, or a seccomp filter) no link is followed.
int open_beneath(int folder, const fs::path& relative) {
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const auto opened =
      static_cast<int>(syscall(SYS_openat2, folder, relative.c_str(), &how, sizeof how));
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return opened;
  int current = dup(folder);
  for (auto part = relative.begin(); part != relative.end() && current >= 0; ++part) {
    const bool last = std::next(part) == relative.end();
    const int next =
        openat(current, part->c_str(),
               (last ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY) | O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int trouble = errno;
    close(current);
    errno = trouble;
    current = next;
  }
  return current;
}

std::string why_not_opened(int trouble) {
  if (trouble == EXDEV) return "a symbolic link that leaves the compared tree";
  if (trouble == ELOOP) return "a symbolic link that leads to itself, or through /proc";
  if (trouble == ENXIO) return "not a regular file";
  return std::strerror(trouble);
}

// The resolved path of an open file.
fs::path real_path(const descriptor& file) {
  std::error_code unknown;
  return fs::read_symlink(fmt::format("/proc/self/fd/{}", file.get()), unknown);
}

// Throws for git's own files, which may hold credentials, and for other repositories in the tree.
void require_own(const fs::path& root, const fs::path& real, const std::string& name) {
  const fs::path relative = real.lexically_relative(root);
  fs::path folder = root;
  for (const auto& part : relative) {
    if (is_git_folder(part)) refuse(name, "a file of git itself");
    std::error_code unknown;
    if (folder != root && fs::exists(fs::symlink_status(folder / ".git", unknown)))
      refuse(name, "it belongs to another repository in the tree, such as a submodule");
    folder /= part;
  }
}

std::string contents(const descriptor& file, const std::string& name, std::size_t max_bytes) {
  struct stat status {};
  if (fstat(file.get(), &status) != 0) refuse(name, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(name, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) refuse(name, "not a regular file");
  const auto too_large = [&](std::size_t size) {
    if (size > max_bytes)
      refuse(name, fmt::format("{}; expected at most {}", input::size_text(size),
                               input::size_text(max_bytes)));
  };
  too_large(static_cast<std::size_t>(status.st_size));
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == text.size()) text.resize(text.size() + 4096);
    const auto count = ::read(file.get(), text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(name, std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    too_large(size);
  }
  text.resize(size);
  if (text.starts_with("version https://git-lfs.github.com/spec/"))
    refuse(name, "a pointer of Git LFS; files are compared as the repository stores them");
  return text;
}

}  // namespace

source_tree source_tree::closed(fs::path root, fs::path overlay) {
  source_tree made;
  made.root_ = std::move(root);
  made.overlay_ = std::move(overlay);
  return made;
}

std::string source_tree::place(const fs::path& path) const {
  if (!is_closed()) return path.generic_string();
  const fs::path whole = (root_ / path).lexically_normal();
  const fs::path relative = whole.lexically_relative(root_);
  return relative.empty() || *relative.begin() == ".." ? path.generic_string()
                                                       : relative.generic_string();
}

std::string source_tree::read(const fs::path& path, std::size_t max_bytes) const {
  if (!is_closed()) return input::read_text(path, max_bytes);
  const std::string name = place(path);
  const fs::path relative = name;
  if (relative.is_absolute() || relative.empty() || *relative.begin() == "..")
    refuse(name, "it is outside of the compared tree");
  for (const fs::path* folder : {&overlay_, &root_}) {
    if (folder->empty()) continue;
    const descriptor root(open(folder->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const descriptor file(open_beneath(root.get(), relative));
    if (file.get() < 0) {
      if (folder == &overlay_) continue;
      refuse(name, why_not_opened(errno));
    }
    require_own(*folder, real_path(file), name);
    return contents(file, name, max_bytes);
  }
  refuse(name, std::strerror(ENOENT));
}

bool source_tree::has(const fs::path& path) const {
  std::error_code unknown;
  if (!is_closed()) return fs::is_regular_file(path, unknown);
  const fs::path relative = place(path);
  if (relative.is_absolute() || relative.empty() || *relative.begin() == "..") return false;
  const descriptor root(open(root_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const descriptor file(open_beneath(root.get(), relative));
  struct stat status {};
  return file.get() >= 0 && fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string source_tree::compiled_name(const fs::path& path) const {
  return is_closed() ? std::string(compiled_root) + place(path) : path.string();
}

std::string source_tree::with_places(std::string message) {
  for (auto at = message.find(compiled_root); at != std::string::npos;
       at = message.find(compiled_root, at))
    message.erase(at, compiled_root.size());
  return message;
}

std::string source_tree::place_of_compiled_name(const std::string& name) {
  return name.starts_with(compiled_root) ? name.substr(compiled_root.size()) : name;
}

}  // namespace warpmark
