#pragma once

#include <functional>
#include <string>

#include "bench/sampling/stopwatch.hpp"

namespace warpmark {

/// Shows progress on stderr: on a terminal one changing line, else a line every few seconds.
class status_line {
 public:
  status_line();

  /// Shows the result of `text`, if enough time has passed.
  void show(const std::function<std::string()>& text);

  /// Clears the line on a terminal, so that other text can follow.
  void clear();

 private:
  bool terminal_;
  stopwatch since_start_;
  double shown_s_ = 0;
};

}  // namespace warpmark
