#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/compression.hpp"

namespace warpmark {

/// A file that is there as a whole or not at all: it is written beside its place, under another
/// name, and moved there by commit(). A name that ends in .gz or .zst is written compressed, the
/// same bytes for the same text. Without commit() nothing remains.
class whole_file {
 public:
  /// What to do if there is a file already.
  enum class existing {
    keep,     ///< The same bytes: fine. Else commit() throws usage_error.
    replace,  ///< It is replaced.
  };

  /// Throws usage_error if the folder cannot be written.
  explicit whole_file(std::filesystem::path path);
  ~whole_file();
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;

  /// Throws std::system_error if it cannot be written in full (disk full, ...).
  void append(std::string_view text);

  /// Waits until it is on the disk, and moves it to its place. False if the same file was there.
  bool commit(existing what);

 private:
  void flush();
  [[noreturn]] void fail(int cause) const;

  std::filesystem::path path_, temporary_;
  int file_;
  std::unique_ptr<compression::writer> to_;
  std::string waiting_;
};

}  // namespace warpmark
