#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>

#include "base/compression.hpp"
#include "base/input_limits.hpp"

namespace warpmark::input {

/// Opens all input files. Those compressed by gzip or zstd are decompressed as they are read, so
/// that only a part is in memory. All functions throw usage_error with the file name if the file
/// cannot be read or is damaged, is not a regular file (a device may be endless), or exceeds the
/// limits.
class input_file {
 public:
  explicit input_file(std::filesystem::path path, const limits& bounds = current_limits());

  /// Reads as many bytes as fit; 0 at the end.
  std::size_t read(std::span<char> to);

  /// Reads the next line, without its newline; false at the end.
  bool next_line(std::string& line);

  /// Whether a newline followed the last line. False only for the last line of a file.
  bool line_is_whole() const { return line_is_whole_; }

  /// The number of the last line, from 1.
  std::size_t line_number() const { return line_number_; }

  /// Bytes before the last line, decompressed.
  std::uint64_t line_offset() const { return line_offset_; }

  /// Whether the file is compressed.
  bool is_compressed() const { return is_compressed_; }

  /// Calls `see` with all bytes as they are read.
  void watch(std::function<void(std::string_view)> see) { see_ = std::move(see); }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::string_view fill();
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path path_;
  limits bounds_;
  bool is_compressed_ = false;
  std::unique_ptr<compression::reader> file_;
  std::uint64_t stored_bytes_ = 0;  ///< On disk, compressed or not.
  std::uint64_t read_bytes_ = 0;
  std::function<void(std::string_view)> see_;
  std::unique_ptr<std::array<char, 1 << 16>> buffer_ =
      std::make_unique<std::array<char, 1 << 16>>();
  std::string_view ahead_;  ///< The part of the buffer that next_line() has not returned yet.
  std::size_t line_number_ = 0;
  std::uint64_t line_offset_ = 0;
  std::uint64_t next_offset_ = 0;  ///< Bytes before the next line.
  bool line_is_whole_ = true;
};

/// For parsers that read from a std::istream. Propagates the file's errors.
class input_buffer : public std::streambuf {
 public:
  explicit input_buffer(input_file& file) : file_(file) {}

 protected:
  int_type underflow() override;

 private:
  input_file& file_;
  std::array<char, 1 << 16> part_{};
};

/// The complete contents of a file of at most `max_bytes`.
std::string read_text(const std::filesystem::path& path,
                      std::uint64_t max_bytes = current_limits().max_document_bytes);

}  // namespace warpmark::input
