#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace warpmark::compression {

/// How a file is compressed: by its first bytes, or by its name's end for a file to write.
enum class format { none, gzip, zstd };

/// Of an open file's first bytes; moves nothing.
format of_file(int file);

/// Of a name: .gz, .zst.
format of_name(std::string_view name);

/// Reads a file that may be compressed.
class reader {
 public:
  virtual ~reader() = default;

  /// Decompresses as many bytes as fit, at least one; 0 at the end. Throws usage_error with `name`
  /// for a file that is damaged or cut off.
  virtual std::size_t read(std::span<char> to) = 0;
};

/// Takes over the open file, also if it throws std::bad_alloc.
std::unique_ptr<reader> open_reader(int file, std::string name);

/// Writes a file, compressed or not; the same text in the same parts gives the same bytes.
class writer {
 public:
  virtual ~writer() = default;

  /// Throws std::system_error with `name` if it cannot be written in full (disk full, ...).
  virtual void write(std::string_view text) = 0;

  /// After the last part. Throws as write().
  virtual void finish() = 0;
};

/// The file stays open.
std::unique_ptr<writer> open_writer(int file, format as, std::string name);

}  // namespace warpmark::compression
