#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace warpmark::journal {

/// Reads lines of a journal again, in any order: of the file itself, or of a temporary file with
/// its decompressed text, which no folder lists and which goes with this object.
class line_texts {
 public:
  /// Of an uncompressed file. Throws usage_error if it cannot be opened.
  explicit line_texts(const std::filesystem::path& file);

  /// Of the text that add() is called with; in this folder. Throws std::system_error.
  static line_texts spilled_in(const std::filesystem::path& folder);

  ~line_texts();
  line_texts(line_texts&& other) noexcept;
  line_texts& operator=(line_texts&&) = delete;

  /// Throws std::system_error, as when the disk is full.
  void add(std::string_view text);

  /// Throws usage_error if the file has become shorter.
  std::string at(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  line_texts(int file, std::string name) : file_(file), name_(std::move(name)) {}

  int file_;
  std::string name_;
};

}  // namespace warpmark::journal
