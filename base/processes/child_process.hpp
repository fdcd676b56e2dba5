#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warpmark::processes {

/// The exit status and output of a program.
struct child_outcome {
  int status = 0;  ///< Its exit status; 127 if it could not be started, 128 + N after signal N.
  std::string out;
  std::string errors;
  bool timed_out = false;  ///< It was ended because it ran longer than its limit.
};

/// Runs a program, found in PATH, without a shell, with `input` on its standard input, to its end,
/// or for as long as `limit`, after which it is ended. Throws std::system_error only if no process
/// or file can be created.
child_outcome run_child(const std::vector<std::string>& words, const std::string& input = {},
                        std::optional<std::chrono::milliseconds> limit = {});

}  // namespace warpmark::processes
