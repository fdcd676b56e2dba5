#pragma once

#include <functional>
#include <string>

#include "bench/sampling/stopwatch.hpp"

namespace warpmark {

/// How far long work is, on stderr: on a terminal one line that changes, else a line every few
/// seconds.
class status_line {
 public:
  status_line();

  /// Shows what `text` gives, if it is time to.
  void show(const std::function<std::string()>& text);

  /// Clears the line of a terminal, so that other text may follow.
  void clear();

 private:
  bool terminal_;
  stopwatch since_start_;
  double shown_s_ = 0;
};

}  // namespace warpmark
