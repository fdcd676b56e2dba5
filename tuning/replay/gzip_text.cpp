#include "tuning/replay/gzip_text.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <zlib.h>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark::tuning {

std::string read_text(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw usage_error(fmt::format("cannot read {}: it is a folder", path.string()));
  errno = 0;
  // What is not compressed is read as it is.
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file)
    throw usage_error(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  std::string text;
  std::array<char, 1 << 16> part{};
  int read = 0;
  while ((read = gzread(file.get(), part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(read));
  int status = Z_OK;
  const char* message = gzerror(file.get(), &status);
  if (read < 0 || (status != Z_OK && status != Z_STREAM_END))
    throw usage_error(
        fmt::format("{}: the compressed file is damaged or cut off: {}", path.string(), message));
  return text;
}

}  // namespace warpmark::tuning
