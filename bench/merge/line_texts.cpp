#include "bench/merge/line_texts.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::journal {

line_texts::line_texts(const std::filesystem::path& file)
    : file_(open(file.c_str(), O_RDONLY | O_CLOEXEC)), name_(file.string()) {
  if (file_ < 0) throw usage_error(fmt::format("{}: {}", name_, std::strerror(errno)));
}

line_texts line_texts::spilled_in(const std::filesystem::path& folder) {
  std::string name = ((folder.empty() ? "." : folder) / ".warpmark-merge-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("a temporary file in {}", folder.string()));
  unlink(name.c_str());
  return {file, name};
}

line_texts::~line_texts() {
  if (file_ >= 0) close(file_);
}

line_texts::line_texts(line_texts&& other) noexcept
    : file_(std::exchange(other.file_, -1)), name_(std::move(other.name_)) {}

void line_texts::add(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw std::system_error(errno, std::generic_category(),
                              fmt::format("decompressing into {}", name_));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string line_texts::at(std::uint64_t offset, std::uint64_t bytes) const {
  std::string text(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const auto count =
        pread(file_, text.data() + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw usage_error(fmt::format(
          "{}: cannot read {} bytes at {} again; expected a file that nothing shortens meanwhile",
          name_, bytes, offset));
    done += static_cast<std::size_t>(count);
  }
  return text;
}

}  // namespace warpmark::journal
