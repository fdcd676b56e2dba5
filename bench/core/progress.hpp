#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace warpmark {

/// "45 s", "2 min 05 s", "1 h 30 min".
std::string duration_text(double seconds);

/// A progress line on stderr: points done, rate, time left, as far as there are such. Redrawn in
/// place on a terminal, else a plain line every few seconds.
class progress {
 public:
  progress(std::size_t total, std::size_t already_done);

  /// Counts a finished point; `key` is the next or the last one.
  void advance(const std::string& key);

  /// Clears the line of a terminal before other output.
  void finish();

 private:
  std::string text() const;

  using clock = std::chrono::steady_clock;
  std::size_t total_;
  std::size_t already_done_;
  std::size_t done_ = 0;
  bool terminal_;
  clock::time_point start_ = clock::now();
  clock::time_point shown_ = start_;
};

}  // namespace warpmark
