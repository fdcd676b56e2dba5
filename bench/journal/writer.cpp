#include "bench/journal/writer.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"

namespace warpmark::journal {
namespace {

// Length of the file up to and including its last newline.
std::uintmax_t whole_lines_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::uintmax_t whole = 0, before = 0;
  std::array<char, 1 << 16> part;
  while (file.read(part.data(), part.size()), file.gcount() > 0) {
    const std::string_view text(part.data(), static_cast<std::size_t>(file.gcount()));
    if (const auto newline = text.rfind('\n'); newline != std::string_view::npos)
      whole = before + newline + 1;
    before += text.size();
  }
  return whole;
}

}  // namespace

writer::writer(const std::filesystem::path& path, mode open_mode)
    : path_(path), repairs_(open_mode == mode::append) {
  // Also refuses what is not a regular file.
  if (open_mode == mode::append && input::input_file(path).is_compressed())
    throw usage_error(fmt::format(
        "{}: is compressed; expected a journal that lines can be added to (decompress it)",
        path.string()));
  const int flags =
      O_WRONLY | O_APPEND | O_CLOEXEC | (open_mode == mode::create ? O_CREAT | O_EXCL : 0);
  file_ = open(path.c_str(), flags, 0644);
  if (file_ < 0 && errno == EEXIST)
    throw usage_error(fmt::format(
        "{} exists; add --resume to finish it, or name another file with -o", path.string()));
  if (file_ < 0)
    throw usage_error(
        fmt::format("cannot write the journal {}: {}", path.string(), std::strerror(errno)));
  // Two runs in one file would measure every point twice. Some network file systems have no locks.
  if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(file_);
    throw usage_error(
        fmt::format("{}: another run is writing it; wait for its end, or name another file with -o",
                    path.string()));
  }
}

void writer::drop_torn_line() {
  repairs_ = false;
  if (ftruncate(file_, static_cast<off_t>(whole_lines_bytes(path_))) != 0)
    throw std::system_error(errno, std::generic_category(), path_.string());
}

writer::~writer() { close(file_); }

void writer::append(const json& line) {
  if (repairs_) drop_torn_line();
  // Invalid UTF-8 (as in a compiler's log) must not lose the measurement.
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  std::size_t written = 0;
  while (written < text.size()) {
    const auto count = ::write(file_, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw std::system_error(errno, std::generic_category(),
                              fmt::format("writing the journal {}", path_.string()));
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace warpmark::journal
