#pragma once

#include <streambuf>
#include <string>

#include "base/input_file.hpp"

namespace warpmark::tuning {

/// Converts the text of a Kernel Tuner cache to JSON incrementally: NaN and Infinity, which Python
/// writes and JSON lacks, become null, and a cache that ends after an entry, as while Kernel Tuner
/// runs, is closed. Throws usage_error for a string or a number longer than the limit on journal
/// lines.
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
  std::string ready_;  ///< Text for the parser.
  std::string word_;   ///< Letters and signs, possibly a Python literal.
  char held_ = 0;      ///< A comma or a blank that may turn out to be the last.
  bool quoted_ = false, escaped_ = false, ended_ = false;
  int depth_ = 0;             ///< Open objects and arrays.
  std::uint64_t length_ = 0;  ///< Of the current string or number so far.
};

}  // namespace warpmark::tuning
