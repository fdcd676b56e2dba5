#include "base/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::input {
namespace {

// O_NONBLOCK: a pipe without a writer must not block.
int open_regular(const std::filesystem::path& path, std::uint64_t& bytes) {
  const auto refuse = [&](const char* why) {
    throw usage_error(fmt::format("{}: {}", path.string(), why));
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) refuse(std::strerror(errno));
  struct stat about {};
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
    bytes = static_cast<std::uint64_t>(about.st_size);
    return file;
  }
  ::close(file);
  refuse(S_ISDIR(about.st_mode) ? "it is a folder" : "it is not a regular file");
  return -1;
}

}  // namespace

input_file::input_file(std::filesystem::path path, const limits& bounds)
    : path_(std::move(path)), bounds_(bounds) {
  const int file = open_regular(path_, stored_bytes_);
  is_compressed_ = compression::of_file(file) != compression::format::none;
  file_ = compression::open_reader(file, path_.string());
}

void input_file::refuse(const std::string& why) const {
  throw usage_error(fmt::format("{}: {}; --max-input SIZE raises the limit", path_.string(), why));
}

std::size_t input_file::read(std::span<char> to) {
  const std::size_t bytes = file_->read(to);
  read_bytes_ += bytes;
  if (read_bytes_ > bounds_.max_bytes)
    refuse(fmt::format("holds more than {}", size_text(bounds_.max_bytes)));
  if (bounds_.max_ratio && read_bytes_ > free_bytes &&
      static_cast<double>(read_bytes_) > *bounds_.max_ratio * static_cast<double>(stored_bytes_))
    refuse(fmt::format("holds more than {:g} times its compressed size", *bounds_.max_ratio));
  if (see_) see_({to.data(), bytes});
  return bytes;
}

std::string_view input_file::fill() {
  if (ahead_.empty()) ahead_ = {buffer_->data(), read(*buffer_)};
  return ahead_;
}

bool input_file::next_line(std::string& line) {
  line.clear();
  line_is_whole_ = false;
  line_offset_ = next_offset_;
  while (!fill().empty()) {
    const auto end = ahead_.find('\n');
    line_is_whole_ = end != std::string_view::npos;
    if (line.empty()) ++line_number_;
    line.append(ahead_.substr(0, end));
    ahead_.remove_prefix(std::min(end, ahead_.size() - (line_is_whole_ ? 1 : 0)) +
                         (line_is_whole_ ? 1 : 0));
    if (line.size() > bounds_.max_line_bytes)
      throw usage_error(fmt::format("{}:{}: a line of more than {}; expected one JSON object",
                                    path_.string(), line_number_,
                                    size_text(bounds_.max_line_bytes)));
    if (line_is_whole_) break;
  }
  next_offset_ += line.size() + (line_is_whole_ ? 1 : 0);
  return line_is_whole_ || !line.empty();
}

std::streambuf::int_type input_buffer::underflow() {
  const std::size_t bytes = file_.read(part_);
  if (bytes == 0) return traits_type::eof();
  setg(part_.data(), part_.data(), part_.data() + bytes);
  return traits_type::to_int_type(part_.front());
}

std::string read_text(const std::filesystem::path& path, std::uint64_t max_bytes) {
  limits bounds = current_limits();
  bounds.max_bytes = std::min(bounds.max_bytes, max_bytes);
  input_file file(path, bounds);
  std::string text;
  std::array<char, 1 << 16> part;
  while (const std::size_t bytes = file.read(part)) text.append(part.data(), bytes);
  return text;
}

}  // namespace warpmark::input
