#include "base/whole_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

bool have_same_bytes(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code error;
  if (std::filesystem::file_size(one, error) != std::filesystem::file_size(other, error) || error)
    return false;
  std::ifstream first(one, std::ios::binary), second(other, std::ios::binary);
  std::array<char, 1 << 16> part, other_part;
  do {
    first.read(part.data(), part.size());
    second.read(other_part.data(), other_part.size());
    if (first.gcount() != second.gcount() ||
        std::memcmp(part.data(), other_part.data(), static_cast<std::size_t>(first.gcount())) != 0)
      return false;
  } while (first && second);
  return first.eof() && second.eof();
}

// So that the name is there after a power failure, too.
void sync_folder(const std::filesystem::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

}  // namespace

whole_file::whole_file(std::filesystem::path path) : path_(std::move(path)) {
  auto folder = path_.parent_path();
  if (folder.empty()) folder = ".";
  const std::string suffix = "." + path_.filename().string();
  std::string name = (folder / (".XXXXXX" + suffix)).string();
  file_ = mkostemps(name.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
  if (file_ < 0)
    throw usage_error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
  temporary_ = name;
  // As files that are opened for writing.
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file_, 0666 & ~mask);
  to_ = compression::open_writer(file_, compression::of_name(path_.string()), path_.string());
}

whole_file::~whole_file() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void whole_file::fail(int cause) const {
  throw std::system_error(cause, std::generic_category(),
                          fmt::format("writing {}", path_.string()));
}

void whole_file::append(std::string_view text) {
  waiting_ += text;
  if (waiting_.size() >= block_bytes) flush();
}

void whole_file::flush() {
  to_->write(waiting_);
  waiting_.clear();
}

bool whole_file::commit(existing what) {
  flush();
  to_->finish();
  if (fsync(file_) != 0 && errno != EINVAL) fail(errno);
  if (close(std::exchange(file_, -1)) != 0) fail(errno);
  // Where a file cannot have two names, a file that appears just now is replaced.
  const bool links = what == existing::keep && link(temporary_.c_str(), path_.c_str()) == 0;
  if (const int cause = errno; what == existing::keep && !links && cause != EEXIST &&
                               (cause == EPERM || cause == EOPNOTSUPP || cause == ENOSYS))
    what = std::filesystem::exists(path_) ? existing::keep : existing::replace;
  if (what == existing::replace) {
    if (rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
    temporary_.clear();
  } else if (!links) {
    if (!std::filesystem::exists(path_)) fail(errno);
    if (have_same_bytes(temporary_, path_)) return false;
    throw usage_error(fmt::format(
        "{} exists and differs; name another file with -o, or add --replace", path_.string()));
  }
  sync_folder(path_.parent_path().empty() ? "." : path_.parent_path());
  return true;
}

}  // namespace warpmark
