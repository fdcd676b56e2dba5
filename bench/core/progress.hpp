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
  /// `unit`: what is counted, in the singular.
  progress(std::size_t total, std::size_t already_done, std::string unit = "point");

  /// Counts finished points; `key` is the next or the last one.
  void advance(const std::string& key, std::size_t count = 1);

  /// Clears the line of a terminal before other output.
  void finish();

 private:
  std::string text() const;

  using clock = std::chrono::steady_clock;
  std::size_t total_;
  std::size_t already_done_;
  std::size_t done_ = 0;
  std::string unit_;
  bool terminal_;
  clock::time_point start_ = clock::now();
  clock::time_point shown_ = start_;
};

}  // namespace warpmark
