#pragma once

#include <streambuf>
#include <string>

#include "base/input_file.hpp"

namespace warpmark::tuning {

/// The text of a Kernel Tuner cache as JSON, piece by piece: NaN and Infinity, which Python writes
/// and JSON has no word for, become null, and a cache that was left open after an entry, as Kernel
/// Tuner leaves it while it runs, gets its end. Throws usage_error for a text or a number longer
/// than a line of a journal may be.
class kernel_tuner_text : public std::streambuf {
 public:
  explicit kernel_tuner_text(input::input_file& file) : file_(file) {}

 protected:
  int_type underflow() override;

 private:
  void take(char c);
  void take_unquoted(char c);
  void release();
  void end_word();
  void end_file();
  void count_character();

  input::input_file& file_;
  std::string ready_;  ///< What the parser reads next.
  std::string word_;   ///< Letters and signs, which may become a word of Python's.
  char held_ = 0;      ///< A comma or a blank that may turn out to be the last.
  bool quoted_ = false, escaped_ = false, ended_ = false;
  int depth_ = 0;             ///< Objects and arrays that are open.
  std::uint64_t length_ = 0;  ///< Of the text or number so far.
};

}  // namespace warpmark::tuning
